"""The log in a database: SQLite by default, PostgreSQL by its URL."""
