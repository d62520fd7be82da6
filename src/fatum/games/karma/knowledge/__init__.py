"""Views, redeals, notation and arrays."""
