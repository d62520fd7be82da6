"""The table authority: a running game with its seats, clock and log, without any network."""
