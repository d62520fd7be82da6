"""The policy for All In."""
