"""The games. Each lives in a folder of its own and is known by one line of the registry."""
