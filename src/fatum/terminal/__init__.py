"""Fatum in a terminal."""
