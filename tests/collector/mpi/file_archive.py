"""What the Python otf2 module reads of files of MPI; part of mpi_archive.py."""

from collections import defaultdict

import otf2

UNKNOWN = 0xFFFFFFFFFFFFFFFF


class Files:
    """operations: by rank, in the order in which they begin: (file's base name, mode, flags, bytes asked for, bytes done).
    calls: by rank, in order: opens, closes, seeks, deletions.
    """

    def __init__(self, expect):
        self._expect = expect
        self.operations = defaultdict(list)
        self.calls = defaultdict(list)
        self.handles = defaultdict(set)
        self._under_way = {}
        self._issued = set()

    @staticmethod
    def _name(file):
        return file.name.rsplit("/", maxsplit=1)[-1]

    def read(self, rank, kind, event):
        if kind == "IoDeleteFile":
            if event.io_paradigm.identification == "MPI-IO":
                self.calls[rank].append(("delete", self._name(event.file)))
            return
        if event.handle.io_paradigm.identification != "MPI-IO":
            return
        key = rank, event.handle, getattr(event, "matching_id", None)
        name = self._name(event.handle.file)
        self.handles[name].add(event.handle)
        if kind == "IoOperationBegin":
            self._expect(key not in self._under_way, f"operation {key} begins twice")
            flags = "".join(letter for letter, flag in (
                ("N", otf2.IoOperationFlag.NON_BLOCKING), ("C", otf2.IoOperationFlag.COLLECTIVE))
                if event.operation_flags & flag)
            self._under_way[key] = len(self.operations[rank])
            mode = str(event.mode).rsplit(".", maxsplit=1)[-1]
            self.operations[rank].append((name, mode, flags, event.bytes_request))
        elif kind == "IoOperationIssued":
            self._issued.add(key)
        elif kind == "IoOperationComplete":
            place = self._under_way.pop(key)
            begun = self.operations[rank][place]
            self._expect((key in self._issued) == ("N" in begun[2]), f"operation {key}: issued, or not")
            self.operations[rank][place] = (*begun, event.bytes_result)
        elif kind == "IoSeek":
            place = event.offset_result if event.offset_result != UNKNOWN else None
            self.calls[rank].append(("seek", name, event.offset_request, place))
        elif kind == "IoCreateHandle":
            self.calls[rank].append(("open", name, str(event.mode).rsplit(".", maxsplit=1)[-1]))
        elif kind == "IoDestroyHandle":
            self.calls[rank].append(("close", name))

    def finish(self):
        self._expect(not self._under_way, f"operations {list(self._under_way)} never end")
