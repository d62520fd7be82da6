"""The smallest game that keeps the contract; see ``docs/adding-a-game.md``."""
