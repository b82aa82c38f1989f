"""Sets a profile function of its own in the midst of its calls."""

import sys


def leaf():
    pass


def inner():
    leaf()
    seen = []
    sys.setprofile(lambda frame, event, argument: seen.append(event))
    leaf()
    sys.setprofile(None)
    return len(seen)


def outer():
    return inner()


print(outer() > 0)
leaf()
