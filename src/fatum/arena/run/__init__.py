"""One way to play many games, on one core, on several or on a Ray cluster."""
