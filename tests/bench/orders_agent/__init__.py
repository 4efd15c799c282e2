"""The smallest ADK agent that calls a tool and answers, with a case and a run of it; `adk eval` looks for `agent`."""

from . import agent as agent
