"""How High Card is told."""
