"""How a networked judge is talked to: the client, what it is asked for, and what its refusals mean."""
