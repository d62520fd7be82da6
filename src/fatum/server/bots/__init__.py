"""Processes for bots, shared fairly between players."""
