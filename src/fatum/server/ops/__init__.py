"""Running a server: limits, health, metrics, logging and housekeeping."""
