"""What the Python otf2 module reads of an archive of a program's input and output, in the words of check_io.py."""

import warnings
from collections import Counter, defaultdict

import otf2

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def equal(actual, expected, what):
    expect(actual == expected, f"{what}: expected {expected}, found {actual}")


class Archive:
    """All of an archive, checked for what holds for every one: time, nesting, operations that end within their call.

    operations: (paradigm, mode, base name of the file) -> [operations, bytes asked for, bytes done]; 2^64 - 1 bytes
    asked for count as none.
    handles: (event's kind, base name of the file) -> how often. deleted: base names of files.
    """

    def __init__(self, path):
        warnings.simplefilter("error")
        self.visits = Counter()
        self.regions = {}
        self.operations = defaultdict(lambda: [0, 0, 0])
        self.handles = Counter()
        self.seeks = []
        self.deleted = []
        self.files = {}
        self.locations = []
        with otf2.reader.open(path) as trace:
            definitions = trace.definitions
            self.paradigms = [(p.identification, p.name) for p in definitions.io_paradigms]
            self.properties = defaultdict(dict)
            for item in definitions.io_file_properties:
                self.properties[item.io_file.name][item.name] = item.value
            for region in definitions.regions:
                self.regions[region.name] = region
            self.standard = {handle.name: handle for handle in definitions.io_handles if handle.name}
            self.locations = [location.name for location in definitions.locations]
            self._read_events(trace)

    def _read_events(self, trace):
        stacks = defaultdict(list)
        under_way = {}
        last = {}
        for location, event in trace.events:
            expect(event.time >= last.get(location, 0), f"{location.name}: time goes back")
            last[location] = event.time
            kind = type(event).__name__
            if kind == "Enter":
                self.visits[event.region.name] += 1
                stacks[location].append(event.region.name)
            elif kind == "Leave":
                equal(stacks[location].pop(), event.region.name, f"{location.name}: what is left")
                if event.region.region_role == otf2.RegionRole.FILE_IO:
                    expect(not [key for key in under_way if key[0] == location],
                           f"an operation is under way behind {event.region.name}")
            else:
                self._read_io(location, kind, event, under_way)
        expect(not any(stacks.values()) and not under_way, "something is still open")

    def _read_io(self, location, kind, event, under_way):
        if kind == "IoOperationBegin":
            handle = event.handle
            key = (handle.io_paradigm.identification, word(event.mode), base(handle.file))
            row = self.operations[key]
            row[0] += 1
            row[1] += 0 if event.bytes_request == 2**64 - 1 else event.bytes_request
            under_way[location, handle, event.matching_id] = row
        elif kind == "IoOperationComplete":
            under_way.pop((location, event.handle, event.matching_id))[2] += event.bytes_result
        elif kind == "IoSeek":
            self.seeks.append((base(event.handle.file), event.offset_request, word(event.whence), event.offset_result))
        elif kind == "IoDeleteFile":
            self.deleted.append(base(event.file))
        elif kind == "IoDuplicateHandle":
            equal(event.new_handle.file, event.old_handle.file, "the file of a duplicate")
            self.handles[kind, base(event.new_handle.file)] += 1
        elif kind in ("IoCreateHandle", "IoDestroyHandle"):
            self.handles[kind, base(event.handle.file)] += 1
        else:
            expect(False, f"unexpected event {event}")


def base(file):
    return file.name.rsplit("/", 1)[-1]


def word(value):
    """Of one of OTF2's enumerations, in the spelling of its C constants."""
    return str(value).rsplit(".", maxsplit=1)[-1]
