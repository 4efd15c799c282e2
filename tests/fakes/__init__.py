"""Real HTTP servers on loopback that speak the judges' protocols and break as they are told."""
