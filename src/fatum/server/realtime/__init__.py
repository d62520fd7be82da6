"""WebSockets, and what processes that share tables tell each other."""
