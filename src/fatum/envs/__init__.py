"""Environments for research: arrays, batches, and the interfaces that learning code expects."""
