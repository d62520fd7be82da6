"""Bots. They see views, never the true state."""
