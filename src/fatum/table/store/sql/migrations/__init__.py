"""Migrations of the stored data, oldest first in ``versions``."""
