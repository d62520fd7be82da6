"""Bots: whoever plays without being a person. They see views, never the truth."""
