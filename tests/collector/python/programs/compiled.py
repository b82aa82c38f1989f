"""Calls compiled code, which calls Python."""

import ctypes
import sys

LIBRARY = ctypes.CDLL(sys.argv[1])
CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)


@CALLBACK
def callback(value):
    return LIBRARY.inner(twice(value))


def twice(value):
    return 2 * value


def work(value):
    LIBRARY.catches(3)
    twice(value)
    return LIBRARY.outer(callback, value)


print(sum(work(value) for value in range(10)))
