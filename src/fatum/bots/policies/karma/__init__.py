"""The policy for Karma."""
