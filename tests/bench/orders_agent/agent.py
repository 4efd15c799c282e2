"""An agent with a scripted model: it looks an order up, then says the same sentence, whatever it is asked."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from google.adk.agents import LlmAgent
from google.adk.models.base_llm import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.genai import types

ORDER = "88231"
ANSWER = f"Order {ORDER} has been shipped and will arrive on Thursday."


def lookup_order(order_id: str) -> dict[str, str]:
    """Where the order is."""
    return {"order_id": order_id, "status": "shipped", "arrives": "Thursday"}


class ScriptedModel(BaseLlm):
    """A model that calls the tool once and then answers."""

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        """The tool call, or the answer where the tool's result is there already."""
        seen = [part for content in llm_request.contents for part in content.parts or ()]
        if any(part.function_response for part in seen):
            part = types.Part.from_text(text=ANSWER)
        else:
            part = types.Part.from_function_call(name="lookup_order", args={"order_id": ORDER})
        yield LlmResponse(content=types.Content(role="model", parts=[part]))


root_agent = LlmAgent(
    name="orders_agent",
    model=ScriptedModel(model="scripted"),
    instruction="Answer questions about orders.",
    tools=[lookup_order],
)
