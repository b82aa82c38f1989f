"""Writes programs whose functions call each other at random, in every way that Python has to begin, suspend and end a
function."""

import random
import textwrap

HEAD = """
    import asyncio, sys, threading

    class Failure(Exception):
        pass

    class Things:
        def method(self, depth):
            return CALLS[depth % len(CALLS)](depth - 1)
        @classmethod
        def of_class(cls, depth):
            return (lambda: cls().method(depth))()
        def __iter__(self):
            yield from numbers(3)

    def numbers(count):
        try:
            for number in range(count):
                if (yield number) == "stop":
                    return
        finally:
            after()

    def after():
        pass

    async def steps(depth):
        await asyncio.sleep(0)
        CALLS[depth % len(CALLS)](depth - 1)
        await asyncio.sleep(0)

    async def gather(depth):
        await asyncio.gather(steps(depth), steps(depth - 1), return_exceptions=True)
"""

STATEMENTS = (
    "CALLS[{number}](depth - 1)",
    "list(numbers({small}))",
    "next(numbers({small} + 1))",
    "suspended = numbers(5); next(suspended); next(suspended); suspended.close()",
    "suspended = numbers(5); next(suspended); list(zip(suspended, range({small})))",
    "suspended = numbers(5); next(suspended)\ntry: suspended.send('stop')\nexcept StopIteration: after()",
    "suspended = numbers(5); next(suspended)\ntry: suspended.throw(Failure())\nexcept Failure: pass",
    "Things().method(depth - 1)",
    "Things.of_class(depth - 1)",
    "sum(Things())",
    "try: CALLS[{number}](depth - 1)\nexcept Failure: after()\nfinally: after()",
    "raise Failure()",
    "sorted([3, 1, 2], key=lambda value: -value)",
    "[after() for _ in range({small})]",
    "exec('after()')",
    "asyncio.run(gather(depth - 1)) if {number} == 1 and depth == LARGEST else after()",
)

TAIL = """
    LARGEST = 6

    def thread(depth):
        try:
            CALLS[depth % len(CALLS)](depth)
        except Failure:
            pass

    for depth in range(LARGEST):
        thread(depth)
    threads = [threading.Thread(target=thread, args=(LARGEST - 1 - depth,)) for depth in range(3)]
    for one in threads:
        one.start()
        one.join()
    thread(LARGEST)
"""


def write_program(path, seed):
    chance = random.Random(seed)
    count = 6
    text = textwrap.dedent(HEAD)
    for number in range(count):
        text += f"\ndef function{number}(depth):\n    if depth <= 0:\n        return after()\n"
        for _ in range(3):
            statement = chance.choice(STATEMENTS).format(number=chance.randrange(count), small=chance.randrange(4))
            text += textwrap.indent(statement, "    ") + "\n"
    text += f"\nCALLS = [{', '.join(f'function{number}' for number in range(count))}]\n" + textwrap.dedent(TAIL)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
