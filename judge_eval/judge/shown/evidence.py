"""What an agent had when it spoke: what a claim of its response can rest on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pydantic import JsonValue

from judge_eval.core.run import Call, Run, RunTurn
from judge_eval.judge.shown.passages import Passage

_GROUNDING_CHUNKS = ("grounding_chunks", "groundingChunks")
_GROUNDING_SUPPORTS = ("grounding_supports", "groundingSupports")
_CHUNK_INDICES = ("grounding_chunk_indices", "groundingChunkIndices")


def evidence(run: Run, place: int, n_texts: int | None = None) -> tuple[Passage, ...]:
    """All that the agent had in the turn at `place`, in order; empty where nothing is recorded.

    That is: instructions, tools, calls with what came back, what a search service found, the user's words and the
    agent's own before. Of the turn itself the first `n_texts` texts on the way count (None: all), and every call: a
    recording does not tell which came first.
    """
    turn = run.turns[place]
    earlier = [
        passage
        for number, before in enumerate(run.turns[:place], start=1)
        for passage in (*_of_turn(number, before, before.texts), *_spoken(number, before.final_response))
    ]
    texts = turn.texts if n_texts is None else turn.texts[:n_texts]
    found = [*_of_agents(run), *earlier, *_of_turn(place + 1, turn, texts, now=True)]
    told = [passage for passage in found if passage.text.strip()]
    return tuple(replace(passage, label=f"{number}: {passage.label}") for number, passage in enumerate(told, start=1))


def _of_agents(run: Run) -> Iterator[Passage]:
    """What each agent was told, and the tools that it knew of."""
    for name, agent in (run.agents or {}).items():
        yield Passage(f"instructions of {name}", agent.instructions)
        yield Passage(f"tools of {name}", "\n".join(map(_tool, agent.tools)))


def _of_turn(number: int, turn: RunTurn, texts: Sequence[str], *, now: bool = False) -> Iterator[Passage]:
    yield Passage(f"user, turn {number}", turn.user, said=True, kept=now)
    for call in turn.calls:
        yield Passage(f"tool call, turn {number}", _call(call))
    for metadata in turn.grounding or ():
        yield from (Passage(f"search, turn {number}", text) for text in _search(metadata))
    for text in texts:
        yield from _spoken(number, text)


def _spoken(number: int, text: str | None) -> Iterator[Passage]:
    yield Passage(f"agent, turn {number}", text or "", said=True)


def _tool(tool: Mapping[str, JsonValue]) -> str:
    """A tool's name and what it is for; its parameters bear out nothing."""
    name, description = tool.get("name"), tool.get("description")
    return f"{name}: {description}" if name and description else str(name or _json(tool))


def _call(call: Call) -> str:
    """A call with what came back, which may be an error, or not be recorded."""
    if call.error is not None:
        came_back = f"failed: {call.error}"
    elif call.result is None:
        came_back = "returned nothing that is recorded"
    else:
        came_back = f"returned: {_result(call.result)}"
    return f"{call.name}({_json(call.args)}) {came_back}"


def _result(result: JsonValue) -> str:
    """A text as it is, also in the wrapping that ADK gives it; anything else as JSON."""
    if isinstance(result, Mapping) and list(result) == ["result"]:
        result = result["result"]
    return result if isinstance(result, str) else _json(result)


def _search(metadata: Mapping[str, JsonValue]) -> Iterator[str]:
    """What a search service found, source by source, then the words that it traces to sources.

    Its own queries, and the page that it shows them on, bear out nothing. Metadata of another shape is one JSON text.
    """
    chunks, supports = _list(metadata, _GROUNDING_CHUNKS), _list(metadata, _GROUNDING_SUPPORTS)
    sources = [_source(chunk) for chunk in chunks]
    yield from (f"found: {source}" for source in sources)
    for support in supports:
        segment = support.get("segment")
        words = segment.get("text") if isinstance(segment, Mapping) else None
        if isinstance(words, str):
            places = next((support[key] for key in _CHUNK_INDICES if key in support), None)
            named = [sources[place] for place in _indices(places) if place < len(sources)]
            yield f"traced to {'; '.join(named) or 'its sources'}: {words}"


def _source(chunk: Mapping[str, JsonValue]) -> str:
    """A source as its text, title and address, whichever are there."""
    inner = next((value for value in chunk.values() if isinstance(value, Mapping)), chunk)
    told = [str(inner[key]) for key in ("title", "uri", "text") if inner.get(key)]
    return ", ".join(told) or _json(inner)


def _list(metadata: Mapping[str, JsonValue], names: Sequence[str]) -> list[Mapping[str, JsonValue]]:
    found = next((metadata[name] for name in names if name in metadata), None)
    return [entry for entry in found if isinstance(entry, Mapping)] if isinstance(found, list) else []


def _indices(places: JsonValue) -> list[int]:
    return [place for place in places if isinstance(place, int) and place >= 0] if isinstance(places, list) else []


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
