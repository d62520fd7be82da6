"""A game driven in this process, and how it is told."""
