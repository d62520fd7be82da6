"""The authority: a game being played, with its seats, clock and log. It knows no network."""
