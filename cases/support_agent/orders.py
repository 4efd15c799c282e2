"""The shop's data: orders and products, never changed; what a conversation changes stands in its session state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True, slots=True)
class Order:
    """An order; `carrier` and `arrives` from shipping on, `delivered_days_ago` once it is there."""

    id: str
    items: str
    total: float
    status: Literal["processing", "in transit", "delivered"]
    carrier: str | None = None
    arrives: str | None = None
    delivered_days_ago: int | None = None


@dataclass(frozen=True, slots=True)
class Product:
    """A product; `stock` counts the pieces by size."""

    name: str
    price: float
    facts: str
    warranty_months: int
    stock: Mapping[str, int]


ORDERS = MappingProxyType(
    {
        order.id: order
        for order in (
            Order("88231", "six Summit 8 tents", 4200.0, "delivered", "Parcelway", "November 24", 6),
            Order("10442", "one Trailhead 40 backpack", 89.0, "delivered", "Parcelway", "November 18", 12),
            Order("10333", "one Lumen headlamp", 39.0, "delivered", "Parcelway", "September 16", 75),
            Order("10443", "two pairs of Ridge wool socks", 24.0, "in transit", "Parcelway", "December 4"),
            Order("10580", "one Alder rain jacket", 149.0, "in transit", "Parcelway", "December 3"),
            Order("10611", "one Trailhead 40 backpack", 89.0, "in transit", "Nordpost", "December 7"),
            Order("10577", "one Lumen headlamp", 39.0, "processing"),
        )
    }
)

PRODUCTS = (
    Product("Summit 8 tent", 700.0, "sleeps eight, 14 kg", 24, {"one size": 3}),
    Product(
        "Trailhead 40 backpack", 89.0, "40 litres, padded sleeve for laptops up to 16 inches", 24, {"one size": 31}
    ),
    Product("Alder rain jacket", 149.0, "waterproof, taped seams", 24, {"S": 4, "M": 0, "L": 9}),
    Product("Lumen headlamp", 39.0, "400 lumens, USB-C", 12, {"one size": 58}),
)

REFUND_DAYS = 30
REFUND_LIMIT = 500.0
"""The largest refund that needs no human's approval."""

UNREACHABLE_CARRIERS = frozenset({"Nordpost"})
"""Carriers whose tracking service does not answer."""
