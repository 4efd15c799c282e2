"""The support agent and its returns colleague: real ADK agents and tools, with a scripted model behind them."""

from __future__ import annotations

from google.adk.agents import LlmAgent

# Relative, since `adk eval` imports the folder by its path and knows no name for it.
from .scripted_model import scripted_model
from .tools import (
    check_refund_policy,
    escalate_to_human,
    issue_refund,
    lookup_order,
    search_products,
    show_order_card,
    track_parcel,
    update_shipping_address,
)

returns_agent = LlmAgent(
    name="returns_agent",
    description="Handles refunds and returns.",
    model=scripted_model("returns_agent"),
    instruction=(
        "You handle refunds for Fernhill Outdoor. Check the refund policy before you promise anything. Refund only"
        " after the customer agrees. An amount that needs approval goes to a human, whoever the customer is."
    ),
    tools=[check_refund_policy, issue_refund, escalate_to_human],
)

root_agent = LlmAgent(
    name="support_agent",
    description="Answers customers of Fernhill Outdoor.",
    model=scripted_model("support_agent"),
    instruction=(
        "You answer customers of Fernhill Outdoor, in their language. Our phones are open Monday to Friday, 9 am to"
        " 5 pm. Look orders and products up, never guess. Refunds are for returns_agent. Decline what has nothing to"
        " do with the shop."
    ),
    tools=[lookup_order, track_parcel, search_products, update_shipping_address, show_order_card],
    sub_agents=[returns_agent],
)
