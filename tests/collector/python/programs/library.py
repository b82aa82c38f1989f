"""Functions to be annotated."""

import asyncio

LOG = []


def plain(a, b=2):
    "adds"
    return a + b


plain.tag = 1


def fails():
    raise ValueError("no")


def generator(count):
    try:
        for number in range(count):
            try:
                LOG.append((yield number))
            except KeyError:
                LOG.append("KeyError")
                yield "caught"
        return "done"
    finally:
        if count:
            LOG.append("closed")


async def coroutine(value):
    await asyncio.sleep(0)
    return value


class Thing:
    size = len
    value = property(lambda self: 1)

    def method(self, value):
        return self, value

    @staticmethod
    def static(value):
        return value

    @classmethod
    def of_class(cls, value):
        return cls, value


class Derived(Thing):
    pass
