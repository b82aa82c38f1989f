"""Runs a program under a profile function written in Python, the slow way: python3 oracle.py PROGRAM RESULT

RESULT: JSON, for each thread a list of [call or return, name] of the functions of the program's file.
"""

import json
import sys
import threading

program, result = sys.argv[1:]
threads = []
of_thread = threading.local()


def profile(frame, event, _):
    code = frame.f_code
    if event in ("call", "return") and code.co_filename == program:
        if not hasattr(of_thread, "events"):
            of_thread.events = []
            threads.append(of_thread.events)
        name = getattr(code, "co_qualname", code.co_name)
        of_thread.events.append([event, "<module __main__>" if name == "<module>" else name])


with open(program, encoding="utf-8") as file:
    compiled = compile(file.read(), program, "exec")
sys.argv = [program]
threading.setprofile(profile)
sys.setprofile(profile)
try:
    exec(compiled, {"__name__": "__main__"})
finally:
    sys.setprofile(None)
with open(result, "w", encoding="utf-8") as file:
    json.dump(sorted(threads), file)
