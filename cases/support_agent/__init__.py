"""The support agent of a small outdoor shop, as `adk` takes an agent: `agent.root_agent`."""

from . import agent as agent
