"""Fatum measured against its peers, in one run on one machine: `python -m benchmarks --help`."""
