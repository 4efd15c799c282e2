"""Which judge answers what, under which rule and record."""
