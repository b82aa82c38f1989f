"""Each way to call a function; how often is known (check_python.py)."""

import asyncio
import threading


class Failure(Exception):
    pass


class Shape:
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side

    @staticmethod
    def square(side):
        return Shape(side)

    @property
    def double(self):
        return 2 * self.side


def fib(number):
    return number if number < 2 else fib(number - 1) + fib(number - 2)


def fails(depth):
    if depth == 0:
        raise Failure
    fails(depth - 1)


def catches():
    try:
        fails(3)
    except Failure:
        pass


def count_to(number):
    yield from range(number)


def delegates():
    yield from count_to(2)


async def waits():
    await asyncio.sleep(0)
    await asyncio.sleep(0)


async def gathers():
    await asyncio.gather(waits(), waits(), waits())


def in_thread():
    fib(3)


def main():
    fib(8)
    for _ in range(5):
        catches()
    for number in count_to(4):
        Shape.square(number).area()
    list(delegates())
    Shape(1).double
    sorted((3, 1, 2), key=lambda value: -value)
    asyncio.run(gathers())
    threads = [threading.Thread(target=in_thread) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


main()
