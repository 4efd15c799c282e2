"""The bare openai SDK: the same requests as judge-eval sends, 32 at once, and nothing done with the replies."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any, cast

import openai  # pyright: ignore[reportMissingImports]

Body = dict[str, Any]


async def main(url: str, bodies: list[Body], n_calls: int) -> None:
    """Prints the CPU seconds of sending the last `n_calls` requests; the others go before the clock."""
    client = cast("Any", openai).AsyncOpenAI(base_url=url, api_key="none")
    await ask_all(client, bodies[:-n_calls])
    begun = time.process_time()
    n_answered = await ask_all(client, bodies[-n_calls:])
    seconds = time.process_time() - begun
    if n_answered != n_calls:
        sys.exit(f"{n_answered} of {n_calls} replies came")
    sys.stdout.write(f"{seconds}\n")


async def ask_all(client: Any, bodies: list[Body]) -> int:
    """How many replies came with a text."""
    room = asyncio.Semaphore(32)

    async def ask(body: Body) -> bool:
        async with room:
            completion = await client.chat.completions.create(**body)
            return bool(completion.choices[0].message.content)

    return sum(await asyncio.gather(*map(ask, bodies)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")), int(sys.argv[3])))
