"""What the Python otf2 module reads of one-sided communication; part of mpi_archive.py."""

from collections import defaultdict

ALL = 0xFFFFFFFF
KINDS = {"RmaPut": "put", "RmaGet": "get", "RmaAtomic": "atomic"}


def last_word(value):
    return str(value).rsplit(".", maxsplit=1)[-1]


class OneSided:
    """operations: by rank, in order: (kind, window's name, target, bytes) and of atomics (…, bytes received, type).
    calls: by rank, in order: what synchronises a window, as tuples that begin with the record's name and the window's.
    ends: by rank and window, in order: an L for each local completion, an R for each remote one.
    """

    def __init__(self, expect, ranks):
        self._expect = expect
        self._ranks = ranks
        self.operations = defaultdict(list)
        self.calls = defaultdict(list)
        self.ends = defaultdict(str)
        self.windows = defaultdict(set)
        self._under_way = {}
        self._complete = {}
        self._collectives = defaultdict(int)

    def read(self, rank, kind, event):
        window = event.win.name if hasattr(event, "win") else None
        if kind in KINDS:
            self._begin(rank, kind, event, window)
        elif kind.startswith("RmaOp"):
            self._complete_one(rank, kind, event, window)
        elif kind == "RmaCollectiveBegin":
            self._collectives[rank] += 1
        elif kind == "RmaCollectiveEnd":
            self._collectives[rank] -= 1
            self._expect(self._collectives[rank] == 0, f"rank {rank}: an operation of a window without begin")
            self.calls[rank].append((kind, window, last_word(event.collective_op)))
        elif kind == "RmaWinCreate":
            self.windows[rank].add(window)
        elif kind == "RmaWinDestroy":
            self._expect(window in self.windows[rank], f"rank {rank}: {window} is freed and was not made")
            self.windows[rank].discard(window)
        elif kind in ("RmaRequestLock", "RmaAcquireLock"):
            self.calls[rank].append((kind, window, event.remote, last_word(event.lock_type)))
        elif kind == "RmaGroupSync":
            self.calls[rank].append((kind, window, [self._ranks[member] for member in event.group.members]))
        else:
            self.calls[rank].append((kind, window, event.remote))

    def _begin(self, rank, kind, event, window):
        self._expect((rank, event.matching_id) not in self._under_way, f"operation {event.matching_id} of {rank} twice")
        self._under_way[rank, event.matching_id] = kind
        if kind == "RmaAtomic":
            self.operations[rank].append((KINDS[kind], window, event.remote, event.bytes_sent, event.bytes_received,
                                          last_word(event.type)))
        else:
            self.operations[rank].append((KINDS[kind], window, event.remote, event.bytes))

    def _complete_one(self, rank, kind, event, window):
        """Here first, then at the target, each once."""
        operation = rank, event.matching_id
        begun = self._under_way.get(operation)
        done = self._complete.get(operation, "")
        end = "R" if kind == "RmaOpCompleteRemote" else "L"
        self._expect(begun is not None, f"operation {operation} is completed and was not begun")
        self._expect(end not in done and (end == "L" or done == "L"), f"operation {operation}: {end} after {done}")
        self._expect(end == "L" or begun != "RmaGet", f"operation {operation} is a get, and completed at its target")
        self._complete[operation] = done + end
        self.ends[rank, window] += end

    def finish(self):
        for operation in self._under_way:
            self._expect(operation in self._complete, f"operation {operation} is never completed")
        for rank, windows in self.windows.items():
            self._expect(not windows, f"rank {rank}: {windows} are never freed")
