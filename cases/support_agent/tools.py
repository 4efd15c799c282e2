"""The agent's tools over the shop's data. What a tool changes, it writes to the session state.

ADK shows these docstrings and signatures to the model, so they speak to it.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from google.adk.tools.tool_context import ToolContext

from .orders import ORDERS, PRODUCTS, REFUND_DAYS, REFUND_LIMIT, UNREACHABLE_CARRIERS

Result = dict[str, Any]


def lookup_order(order_id: str) -> Result:
    """Look an order up by its number: items, total, status, and when it arrives."""
    order = ORDERS.get(order_id)
    return asdict(order) if order else _unknown(order_id)


def track_parcel(order_id: str) -> Result:
    """Ask the carrier where the parcel of an order is at this moment."""
    order = ORDERS.get(order_id)
    if order is None or order.carrier is None:
        return _unknown(order_id)
    if order.carrier in UNREACHABLE_CARRIERS:
        raise ConnectionError(f"the tracking service of {order.carrier} does not answer")
    return {"carrier": order.carrier, "place": "the sorting centre in Leeds"}


def search_products(query: str) -> Result:
    """Find products by words of their name: price, facts, warranty and stock by size."""
    words = query.casefold().split()
    found = [product for product in PRODUCTS if all(word in product.name.casefold() for word in words)]
    return {"products": [asdict(product) for product in found]}


def update_shipping_address(order_id: str, address: str, tool_context: ToolContext) -> Result:
    """Send an order elsewhere; works only until it has left the warehouse."""
    order = ORDERS.get(order_id)
    if order is None:
        return _unknown(order_id)
    if order.status != "processing":
        return {"updated": False, "reason": f"the order is {order.status}"}
    tool_context.state["shipping"] = {"order_id": order_id, "address": address}
    return {"updated": True, "address": address}


def show_order_card(order_id: str, tool_context: ToolContext) -> Result:
    """Show the order as a card in the customer's app."""
    # The card is the answer in the app, so ADK ends the turn without asking the model again.
    tool_context.actions.skip_summarization = True
    return {"card": lookup_order(order_id)}


def check_refund_policy(order_id: str) -> Result:
    """Whether an order can be refunded, how much, and whether a human has to approve it."""
    order = ORDERS.get(order_id)
    if order is None:
        return _unknown(order_id)
    if order.delivered_days_ago is None or order.delivered_days_ago > REFUND_DAYS:
        return {"refundable": False, "reason": f"refunds end {REFUND_DAYS} days after delivery"}
    return {"refundable": True, "amount": order.total, "needs_approval": order.total > REFUND_LIMIT}


def issue_refund(order_id: str, amount: float, tool_context: ToolContext) -> Result:
    """Pay an amount back to the customer, at once."""
    # Like many a payment service, it trusts its caller: the limit is the agent's to keep.
    tool_context.state["refund"] = {"order_id": order_id, "amount": amount, "status": "issued"}
    return {"refunded": amount}


def escalate_to_human(order_id: str, topic: str, note: str, tool_context: ToolContext) -> Result:
    """Hand a matter, such as a refund, to a human colleague, with a note."""
    tool_context.state[topic] = {"order_id": order_id, "status": "pending"}
    return {"ticket": f"T-{order_id}", "note": note}


def _unknown(order_id: str) -> Result:
    return {"error": f"there is no order {order_id}"}
