"""Bots: players that are programs. They see views, never the truth."""
