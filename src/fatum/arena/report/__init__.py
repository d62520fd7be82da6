"""Results for people: tables, figures and pages."""
