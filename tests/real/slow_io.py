"""Input and output of a Trace by location and handle. Rules: docs/semantics.md, "Input and output"."""

from collections import defaultdict

MODES = {0: "reads", 1: "writes", 2: "flushes"}
UNKNOWN = 2 ** 64 - 1
COUNTED = ("operations reads writes flushes other_operations bytes_requested bytes_transferred bytes_read "
           "bytes_written time_ticks opened closed seeks cancelled unmatched_begins unmatched_ends").split()


def known(size):
    return 0 if size == UNKNOWN else size


def pairs(location):
    """[(begin record, end record)]; either may be None. A record: (kind, tick, args)."""
    found, begun = [], {}
    for record in location.records:
        kind, _, args = record
        if kind == "IoOperationBegin":
            key = (args[0], args[4])
            if key in begun:
                found.append((begun[key], None))
            begun[key] = record
        elif kind in ("IoOperationComplete", "IoOperationCancelled"):
            found.append((begun.pop((args[0], args[-1]), None), record))
    return found + [(begin, None) for begin in begun.values()]


class Row(dict):
    def __init__(self):
        super().__init__({key: 0 for key in COUNTED})
        self.touched = []

    def add_begin(self, args, end):
        """An operation that begins in the window."""
        self["operations"] += 1
        self[MODES.get(args[1], "other_operations")] += 1
        self["bytes_requested"] += known(args[3])
        if end is None:
            self["unmatched_begins"] += 1
        elif end[0] == "IoOperationCancelled":
            self["cancelled"] += 1
        else:
            size = known(end[2][1])
            self["bytes_transferred"] += size
            if args[1] in (0, 1):
                self["bytes_read" if args[1] == 0 else "bytes_written"] += size

    def finished(self):
        times = self.touched
        return dict(self, first_ticks=min(t[0] for t in times) if times else None,
                    last_ticks=max(t[1] for t in times) if times else None)


def rows_of(location, window):
    rows = defaultdict(Row)
    inside = lambda tick: window[0] <= tick < window[1]
    for begin, end in pairs(location):
        if begin is None:
            if inside(end[1]):
                rows[end[2][0]]["unmatched_ends"] += 1
            continue
        handle = begin[2][0]
        if inside(begin[1]):
            rows[handle].add_begin(begin[2], end)
        if end and begin[1] < window[1] and (end[1] > window[0] or begin[1] >= window[0]):
            rows[handle].touched.append((begin[1], end[1]))
            rows[handle]["time_ticks"] += max(0, min(end[1], window[1]) - max(begin[1], window[0]))
    handles = {"IoCreateHandle": ("opened", 0), "IoDuplicateHandle": ("opened", 1),
               "IoDestroyHandle": ("closed", 0), "IoSeek": ("seeks", 0)}
    for kind, tick, args in location.records:
        if kind in handles and inside(tick):
            key, place = handles[kind]
            rows[args[place]][key] += 1
    return rows


def answer(window, selected, limit):
    listed, everything = [], Row()
    for location in selected:
        rows = rows_of(location, window)
        for handle in sorted(rows):
            listed.append({"location": location.ref, "handle": handle, **rows[handle].finished()})
            everything.touched += rows[handle].touched
            for key in COUNTED:
                everything[key] += rows[handle][key]
    return {"rows": listed[:limit], "count": len(listed), "totals": everything.finished()}
