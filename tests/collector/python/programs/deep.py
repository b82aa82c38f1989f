"""Calls deeper than Python lets it, again and again, with an audit hook of its own."""

import sys


def deeper(number):
    return deeper(number + 1)


sys.addaudithook(lambda event, arguments: None)
for _ in range(3):
    try:
        deeper(0)
    except RecursionError:
        print("caught")
