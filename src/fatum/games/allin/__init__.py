"""All In: Predictions: improve your hand, then foretell whose is the strongest."""
