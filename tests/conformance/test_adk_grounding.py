"""What a model's own search found, recorded from ADK's real Runner, is evidence."""

from __future__ import annotations

from google.adk.models.llm_response import LlmResponse
from google.genai import types

from judge_eval.judge.shown.evidence import evidence
from tests.adk_agents import agent_of, case_of, recorded, says, under_test


def test_grounding_metadata_of_a_live_agent_is_recorded() -> None:
    """The source and the words traced to it can bear out a claim; without a search nothing is recorded."""
    found = types.GroundingMetadata(
        grounding_chunks=[types.GroundingChunk(web=types.GroundingChunkWeb(title="X", uri="https://x.org"))],
        grounding_supports=[
            types.GroundingSupport(segment=types.Segment(text="It is so."), grounding_chunk_indices=[0])
        ],
    )
    content = types.Content(role="model", parts=[says("It is so.")])
    agent = agent_of("root", [LlmResponse(content=content, grounding_metadata=found)], [says("Bye.")])
    run = recorded(under_test(agent), case_of("Is it?", "Bye."))
    assert [passage.text for passage in evidence(run, 0)][-2:] == [
        "found: X, https://x.org",
        "traced to X, https://x.org: It is so.",
    ]
    assert run.turns[1].grounding is None
