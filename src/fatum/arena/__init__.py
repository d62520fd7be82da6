"""Many games at once, played without anyone watching."""
