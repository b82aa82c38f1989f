"""Ends within functions, in the way that is asked for."""

import os
import signal
import sys
import threading


def inner(how):
    if how == "os._exit":
        os._exit(5)
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "exception":
        raise ValueError("not caught")
    if how == "thread":
        threading.Thread(target=inner, args=("exit",)).start()
        return
    sys.exit(6)


def outer(how):
    inner(how)


outer(sys.argv[1])
