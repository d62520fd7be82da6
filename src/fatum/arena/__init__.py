"""Plays many games without a table: simulations, tournaments, reports and analysis."""
