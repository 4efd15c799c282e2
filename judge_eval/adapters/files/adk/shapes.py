"""The shapes of ADK's eval sets, as ADK 2.13 reads them, without importing it: that would take two seconds.

Keys come in snake or camel case, except at the level of the eval set itself. What ADK forbids is forbidden, what it
ignores is ignored, and a test that does import ADK proves that both read the same.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Discriminator, Field, JsonValue, Tag, model_validator
from pydantic.alias_generators import to_camel

from judge_eval.core.content import Base64

JsonObject = dict[str, JsonValue]
Count = Annotated[int, Field(ge=0)]
Seconds = Annotated[float, Field(ge=0)]


class AdkShape(BaseModel):
    """A shape whose keys may be written in snake or camel case; unknown ones are errors."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True, defer_build=True
    )


class AdkFunctionCall(AdkShape):
    """A call of a tool."""

    id: str | None = None
    args: JsonObject | None = None
    name: str | None = None
    partial_args: list[JsonObject] | None = None
    will_continue: bool | None = None


class AdkFunctionResponse(AdkShape):
    """What a tool gave back."""

    will_continue: bool | None = None
    scheduling: str | None = None
    parts: list[JsonObject] | None = None
    id: str | None = None
    name: str | None = None
    response: JsonObject | None = None


class AdkBlob(AdkShape):
    """An image or a file."""

    data: Base64 | None = None
    display_name: str | None = None
    mime_type: str | None = None


class AdkFileData(AdkShape):
    """A file by its address."""

    display_name: str | None = None
    file_uri: str | None = None
    mime_type: str | None = None


class AdkPart(AdkShape):
    """One part of a message; `thought` marks what the model said to itself. What is not read is not looked into."""

    text: str | None = None
    thought: bool | None = None
    function_call: AdkFunctionCall | None = None
    function_response: AdkFunctionResponse | None = None
    inline_data: AdkBlob | None = None
    file_data: AdkFileData | None = None
    thought_signature: str | None = None
    executable_code: JsonObject | None = None
    code_execution_result: JsonObject | None = None
    video_metadata: JsonObject | None = None
    media_resolution: JsonObject | None = None
    tool_call: JsonObject | None = None
    tool_response: JsonObject | None = None
    part_metadata: JsonObject | None = None
    audio_transcription: JsonObject | None = None
    media_processing: JsonObject | None = None
    speech_metadata: JsonObject | None = None


class AdkContent(AdkShape):
    """A message."""

    parts: list[AdkPart] | None = None
    role: str | None = None


class AdkUsage(BaseModel):
    """The tokens of one model call; further counts are left aside."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="ignore", frozen=True, defer_build=True
    )

    prompt_token_count: Count | None = None
    tool_use_prompt_token_count: Count | None = None
    candidates_token_count: Count | None = None
    thoughts_token_count: Count | None = None
    total_token_count: Count | None = None


class AdkEvent(BaseModel):
    """One event of an invocation; ADK's own editor adds keys, which are ignored."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="ignore", frozen=True, defer_build=True
    )

    author: str
    content: AdkContent | None = None
    grounding_metadata: JsonObject | None = None
    usage_metadata: AdkUsage | None = None
    model_version: str | None = None


class AdkEvents(AdkShape):
    """What happened, event by event."""

    invocation_events: list[AdkEvent] = Field(default_factory=list[AdkEvent])


class AdkToolUses(AdkShape):
    """What happened, as lists of calls, of their responses, and of (author, parts) said on the way."""

    tool_uses: list[AdkFunctionCall] = Field(default_factory=list[AdkFunctionCall])
    tool_responses: list[AdkFunctionResponse] = Field(default_factory=list[AdkFunctionResponse])
    intermediate_responses: list[tuple[str, list[AdkPart]]] = Field(default_factory=list[tuple[str, list[AdkPart]]])


def _which(value: object) -> str:
    """The branch of `IntermediateData` that `value` is; an empty object is the first, as in ADK."""
    if isinstance(value, AdkEvents):
        return "as_events"
    has_events = isinstance(value, dict) and ("invocation_events" in value or "invocationEvents" in value)
    return "as_events" if has_events else "as_lists"


IntermediateData = Annotated[
    Annotated[AdkToolUses, Tag("as_lists")] | Annotated[AdkEvents, Tag("as_events")], Discriminator(_which)
]


class AdkRubricContent(AdkShape):
    """The text of a rubric."""

    text_property: str | None = None


class AdkRubric(AdkShape):
    """A rubric: one property to check."""

    rubric_id: str
    rubric_content: AdkRubricContent
    description: str | None = None
    type: str | None = None


class AdkAgentDetails(AdkShape):
    """What one agent was told, and its tools."""

    name: str
    instructions: str = ""
    tool_declarations: list[JsonValue] = Field(default_factory=list[JsonValue])


class AdkAppDetails(AdkShape):
    """The agents of an app, by name."""

    agent_details: dict[str, AdkAgentDetails] = Field(default_factory=dict[str, AdkAgentDetails])


class AdkInvocation(AdkShape):
    """One exchange; `intermediate_data` None: nothing was written about what happens on the way."""

    invocation_id: str = ""
    user_content: AdkContent
    final_response: AdkContent | None = None
    intermediate_data: IntermediateData | None = None
    creation_timestamp: float = 0.0
    duration: Seconds | None = None
    model_duration: Seconds | None = None
    tool_duration: Seconds | None = None
    rubrics: list[AdkRubric] | None = None
    app_details: AdkAppDetails | None = None


class AdkSessionInput(BaseModel):
    """Who the conversation is with, and the state it starts from."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="allow", frozen=True, defer_build=True
    )

    app_name: str
    user_id: str
    session_id: str | None = None
    state: JsonObject = Field(default_factory=dict[str, JsonValue])


class AdkScenario(AdkShape):
    """A conversation for ADK's user simulator."""

    starting_prompt: str
    conversation_plan: str
    user_persona: JsonValue = None


class AdkEvalCase(BaseModel):
    """A case: a conversation or a scenario."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="allow", frozen=True, defer_build=True
    )

    eval_id: str = Field(min_length=1)
    conversation: list[AdkInvocation] | None = None
    conversation_scenario: AdkScenario | None = None
    session_input: AdkSessionInput | None = None
    creation_timestamp: float = 0.0
    rubrics: list[AdkRubric] | None = None
    final_session_state: JsonObject | None = Field(default_factory=dict[str, JsonValue])

    @model_validator(mode="after")
    def _conversation_or_scenario(self) -> Self:
        if (self.conversation is None) == (self.conversation_scenario is None):
            raise ValueError("a case has exactly one of conversation and conversation_scenario")
        return self


class AdkEvalSet(BaseModel):
    """An eval set; its own keys are snake case only, and unknown ones are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)

    eval_set_id: str
    name: str | None = None
    description: str | None = None
    eval_cases: list[AdkEvalCase]
    creation_timestamp: float = 0.0
