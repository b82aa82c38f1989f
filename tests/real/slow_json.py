"""Chrome and Kineto traces, read slowly and plainly with Python's json and exact decimals."""

import gzip
import json
import re
from collections import defaultdict
from decimal import Decimal, ROUND_HALF_UP


def load(path):
    """The events of a file and its outermost object (empty for a bare list)."""
    with open(path, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    opener = gzip.open if packed else open
    with opener(path, "rt", encoding="utf-8", errors="replace") as file:
        whole = json.load(file, parse_float=Decimal)
    if isinstance(whole, list):
        return whole, {}
    return whole.get("traceEvents"), whole


def nanoseconds(microseconds):
    """Exact, and rounded half away from zero."""
    return int((Decimal(microseconds) * 1000).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def is_time_of_range(event):
    return event.get("ph") != "M" and event.get("name") != "Record Window End" and "ts" in event


class SlowTrace:
    """What a file holds: slices by (pid, tid), and events by phase."""

    def __init__(self, path):
        self.events, self.headers = load(path)
        times = [nanoseconds(e["ts"]) for e in self.events if is_time_of_range(e)]
        self.origin = min(times) if times else 0
        self.phases = defaultdict(int)
        self.slices = defaultdict(list)     # (pid, tid): [(begin, end, name)]
        self.lengths = []                   # of all slices: (begin, end, category)
        self.categories = {}                # (pid, tid, begin, end, name): category
        open_begins = defaultdict(list)
        for event in self.events:
            self.phases[event.get("ph", "none")] += 1
        # Begins and ends pair in the order of time.
        timed = [e for e in self.events if e.get("ph") in "BEX"]
        for event in sorted(timed, key=lambda e: nanoseconds(e["ts"])):
            track = (str(event.get("pid", "")), str(event.get("tid", "")))
            begin = nanoseconds(event["ts"]) - self.origin
            if event["ph"] == "X":
                length = max(0, nanoseconds(event.get("dur", 0)))
                self.add(track, begin, begin + length, event)
            elif event["ph"] == "B":
                open_begins[track].append((begin, event))
            elif open_begins[track]:
                first, opened = open_begins[track].pop()
                self.add(track, first, begin, opened)

    def add(self, track, begin, end, event):
        self.slices[track].append((begin, end, event.get("name", "")))
        self.lengths.append((begin, end, str(event.get("cat", ""))))
        self.categories[track + (begin, end, event.get("name", ""))] = event.get("cat", "")

    def device_work(self):
        """(begin, end, category, name) of kernels, copies and sets."""
        wanted = re.compile("kernel|gpu_memcpy|gpu_memset|memcpy|memset", re.IGNORECASE)
        for (_, _, begin, end, name), category in self.categories.items():
            if wanted.fullmatch(category):
                yield begin, end, category.lower(), name


def union(intervals):
    """Length of the union of (begin, end)."""
    total = 0
    last = None
    for begin, end in sorted(intervals):
        if last is None or begin > last:
            total += end - begin
            last = end
        elif end > last:
            total += end - last
            last = end
    return total
