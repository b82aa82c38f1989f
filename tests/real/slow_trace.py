"""An OTF2 archive, read the obvious slow way through Debian's python3-otf2.

What goes in: the path of an anchor file. What comes out: a Trace with the definitions as plain
dictionaries and, per location, every record as (kind, tick, arguments). Nothing of Vellum is used.
Rules: docs/semantics.md, sections "Ticks" and "Damage".
"""

import os
import re

import _otf2
import slow_records

PARADIGM_MPI = _otf2.PARADIGM_MPI.value
END_MARKS = b"\x02\x01"    # end of the last chunk, end of the file
UNDEFINED32 = 0xFFFFFFFF


def plain(value):
    """An enum's number, a list's plain values, a metric's bits, anything else as it is."""
    if isinstance(value, (list, tuple)):
        return tuple(plain(v) for v in value)
    if hasattr(value, "unsigned_int"):
        return value.unsigned_int   # while the callback lasts
    return getattr(value, "value", value)


class Location:
    """One location: its definition, its records, and what was wrong with its file."""

    def __init__(self, order, ref, name, kind, claimed, group):
        self.order, self.ref, self.name, self.kind = order, ref, name, kind
        self.claimed, self.group = claimed, group
        self.records = []       # (kind, tick, arguments), ticks never falling
        self.carried = {}       # place of a record -> [(attribute, (type, value))]
        self.has_file = self.has_definitions = self.definitions_cut = False
        self.readable = None    # how many records can be read; None: all
        self.read_error = None  # the library's message where the file ended in an error


class Trace:
    """Definitions and records of one archive."""

    def __init__(self, anchor):
        self.anchor = anchor
        self.folder = anchor[: -len(".otf2")]
        self.strings, self.nodes, self.groups = {}, {}, {}
        self.locations, self.regions, self.contexts = {}, {}, {}
        self.comm_groups, self.comms, self.metric_members = {}, {}, {}
        self.resolution, self.offset, self.length = 0, 0, 0
        self.problems = {}      # import-report kind -> count
        self.definitions = slow_records.Definitions()
        self.remote = {}        # (communicator, location) -> locations rank by rank
        self._alive = []
        self._whole, self.same = {}, {}     # of regions
        self._open()

    # -- reading ---------------------------------------------------------------------------------

    def _open(self):
        self._handle = _otf2.Reader_Open(self.anchor)
        _otf2.Reader_SetSerialCollectiveCallbacks(self._handle)
        self._read_definitions()
        whole = self._read_global()
        if not whole:           # or nothing to read at all
            self._read_each()
        self.markers = slow_records.Markers(self._handle, self.anchor)
        _otf2.Reader_Close(self._handle)
        self._to_ticks()
        self._count_file_problems()

    def _archive_facts(self):
        """What the anchor says of the archive, as (name, value): that of a node without a parent."""
        if all(parent != UNDEFINED32 for _, parent in self.nodes.values()):
            return []
        facts = [("archive.version", "%d.%d.%d" % tuple(_otf2.Reader_GetVersion(self._handle))),
                 ("archive.identifier", "%016x" % _otf2.Reader_GetTraceId(self._handle)),
                 ("archive.machine", _otf2.Reader_GetMachineName(self._handle)),
                 ("archive.description", _otf2.Reader_GetDescription(self._handle))]
        facts += [(name, _otf2.Reader_GetProperty(self._handle, name))
                  for name in _otf2.Reader_GetPropertyNames(self._handle)]
        return [fact for fact in facts if fact[1]]

    def _read_definitions(self):
        reader = _otf2.Reader_GetGlobalDefReader(self._handle)
        callbacks = _otf2.GlobalDefReaderCallbacks_New()
        self.definitions = slow_records.Definitions()
        for name in slow_records.Definitions.kinds():
            register = getattr(_otf2, "GlobalDefReaderCallbacks_Set%sCallback" % name)
            self._register(register, callbacks, self._definition_keeper(name))
        _otf2.Reader_RegisterGlobalDefCallbacks(self._handle, reader, callbacks, None)
        _otf2.GlobalDefReaderCallbacks_Delete(callbacks)
        _otf2.Reader_ReadAllGlobalDefinitions(self._handle, reader)
        _otf2.Reader_CloseGlobalDefReader(self._handle, reader)
        self.definitions.archive_facts = self._archive_facts()
        self._join_equal_regions()

    def _definition_keeper(self, name):
        """A callback that counts a definition and keeps what is needed of it."""
        keep = getattr(self, "_on_" + name, None)

        def on_definition(_, *args):
            args = tuple(map(plain, args))
            self.definitions.add(name, args)
            if keep:
                keep(*args)
        return on_definition

    def _on_ClockProperties(self, resolution, offset, length, *_):
        self.resolution, self.offset, self.length = resolution, offset, length

    def _on_String(self, ref, text):
        self.strings[ref] = text

    def _on_SystemTreeNode(self, ref, name, _class, parent):
        self.nodes.setdefault(ref, (self.strings.get(name, ""), parent))

    def _on_LocationGroup(self, ref, name, kind, node, *_):
        self.groups.setdefault(ref, (self.strings.get(name, ""), kind, node))

    def _on_Location(self, ref, name, kind, claimed, group):
        order = len(self.locations)
        self.locations.setdefault(ref, Location(
            order, ref, self.strings.get(name, ""), kind, claimed, group))

    def _on_Region(self, ref, name, canonical, text, role, paradigm, _flags, source, begin, end):
        self.regions.setdefault(ref, (
            self.strings.get(name, ""), role, paradigm, self.strings.get(source, "")))
        self._whole.setdefault(ref, ((name, canonical, text, source), (role, paradigm, begin, end)))

    def _join_equal_regions(self):
        """What is equal in all but its reference is the first of these."""
        known, self.same = {}, {}
        for ref, (texts, numbers) in self._whole.items():
            key = (tuple(self.strings.get(text, "") for text in texts), numbers)
            if known.setdefault(key, ref) != ref:
                self.same[ref] = known[key]
        self.count("equal-regions", len(self.same))
        for ref in self.same:
            del self.regions[ref]
        for ref, (region, parent) in self.contexts.items():
            self.contexts[ref] = (self.same.get(region, region), parent)

    def _on_CallingContext(self, ref, region, _source, parent):
        self.contexts.setdefault(ref, (region, parent))

    def _on_Group(self, ref, _name, kind, paradigm, flags, members):
        self.comm_groups.setdefault(ref, (kind, paradigm, flags, members))

    def _on_Comm(self, ref, _name, group, *_):
        self.comms.setdefault(ref, (group,))

    def _on_InterComm(self, ref, _name, group_a, group_b, *_):
        self.comms.setdefault(ref, (group_a, group_b))

    def _on_MetricMember(self, ref, *_):
        self.metric_members[ref] = True

    def _prepare_events(self):
        """Local definitions (mapping tables, clock offsets) into the library; one reader each."""
        for ref in self.locations:
            _otf2.Reader_SelectLocation(self._handle, ref)
        for opened in (_otf2.Reader_OpenDefFiles, _otf2.Reader_OpenEvtFiles):
            try:
                opened(self._handle)
            except _otf2.Error:
                pass            # no folder beside the anchor: every file is missing
        for ref, location in self.locations.items():
            stem = os.path.join(self.folder, str(ref))
            location.has_file = os.path.exists(stem + ".evt")
            location.has_definitions = os.path.exists(stem + ".def")
            if location.has_file:
                location.readable = self._readable(stem + ".evt")
            self._read_local_definitions(location)

    def _readable(self, path):
        """None for all records of an event file, a number where the file was cut off.

        The library's reader runs in circles behind the cut, so such a file is read up to the last
        record of its last whole chunk, which the chunk's header numbers.
        """
        if _otf2.Reader_GetCompression(self._handle).value != _otf2.COMPRESSION_NONE.value:
            return None
        with open(path, "rb") as file:
            data = file.read()
        if data.endswith(END_MARKS):
            return None
        size = _otf2.Reader_GetChunkSize(self._handle)[0]
        whole = len(data) // size
        if whole == 0:
            return 0
        at = (whole - 1) * size
        order = "little" if data[at + 1:at + 2] == b"B" else "big"
        return int.from_bytes(data[at + 10:at + 18], order)

    def _read_local_definitions(self, location):
        if not location.has_definitions:
            return
        try:
            reader = _otf2.Reader_GetDefReader(self._handle, location.ref)
            if reader:
                _otf2.Reader_ReadAllLocalDefinitions(self._handle, reader)
                _otf2.Reader_CloseDefReader(self._handle, reader)
        except _otf2.Error:
            location.definitions_cut = True

    def _event_callbacks(self, prefix, skip):
        """Callbacks of prefix that append every record to its location, whatever it is."""
        callbacks = getattr(_otf2, prefix + "Callbacks_New")()
        pattern = re.compile(prefix + r"Callbacks_Set(\w+)Callback$")
        for name in dir(_otf2):
            match = pattern.match(name)
            if match:
                keeper = self._keeper(match.group(1), skip)
                self._register(getattr(_otf2, name), callbacks, keeper)
        return callbacks

    def _register(self, register, callbacks, function):
        self._alive.append(function)    # the library keeps no reference, ctypes would free it
        register(callbacks, function)

    def _keeper(self, kind, skip):
        def keep(location, time, *rest):
            to = self.locations[location]
            carried = slow_records.carried_by(rest[skip - 1])
            if carried:
                to.carried[len(to.records)] = carried
            to.records.append((kind, time, tuple(map(plain, rest[skip:]))))
        return keep

    def _read_global(self):
        """All locations merged by the library. False where it stopped early."""
        self._prepare_events()
        if any(loc.readable is not None for loc in self.locations.values()):
            return False
        for location in self.locations.values():
            if location.has_file:
                _otf2.Reader_GetEvtReader(self._handle, location.ref)
        try:
            reader = _otf2.Reader_GetGlobalEvtReader(self._handle)
            callbacks = self._event_callbacks("GlobalEvtReader", 2)
            _otf2.GlobalEvtReader_SetCallbacks(reader, callbacks, None)
            _otf2.Reader_ReadAllGlobalEvents(self._handle, reader)
            _otf2.Reader_CloseGlobalEvtReader(self._handle, reader)
        except _otf2.Error:
            return False
        return True

    def _read_each(self):
        """Each location alone, so that damage in one file costs only what lies behind it."""
        _otf2.Reader_Close(self._handle)
        self._handle = _otf2.Reader_Open(self.anchor)
        _otf2.Reader_SetSerialCollectiveCallbacks(self._handle)
        self.locations = {}
        self._read_definitions()
        self._prepare_events()
        for location in self.locations.values():
            if location.has_file:
                self._read_one(location)

    def _read_one(self, location):
        if location.readable is not None:
            location.read_error = "the file was cut off"
        if location.readable == 0:
            return
        try:
            reader = _otf2.Reader_GetEvtReader(self._handle, location.ref)
            if not reader:
                location.read_error = "no event reader"
                return
            _otf2.EvtReader_ApplyMappingTables(reader, True)
            _otf2.EvtReader_ApplyClockOffsets(reader, True)
            callbacks = self._event_callbacks("EvtReader", 3)
            _otf2.EvtReader_SetCallbacks(reader, callbacks, None)
            if location.readable is None:
                _otf2.Reader_ReadAllLocalEvents(self._handle, reader)
            else:
                _otf2.Reader_ReadLocalEvents(self._handle, reader, location.readable)
            _otf2.Reader_CloseEvtReader(self._handle, reader)
        except _otf2.Error as error:
            location.read_error = str(error)

    # -- ticks and damage ------------------------------------------------------------------------

    def count(self, kind, number=1):
        if number:
            self.problems[kind] = self.problems.get(kind, 0) + number

    def _to_ticks(self):
        first, last = 0, self.length
        for location in self.locations.values():
            before = None
            for i, (kind, time, args) in enumerate(location.records):
                tick = signed64(time - self.offset)
                if before is not None and tick < before:
                    self.count("clock-backwards")
                    tick = before
                before = tick
                if kind in ("Enter", "Leave"):
                    args = (self.same.get(args[0], args[0]), *args[1:])
                location.records[i] = (kind, tick, args)
            if location.records:
                first = min(first, location.records[0][1])
                last = max(last, location.records[-1][1])
        for tick in (self.tick_of(marker[0]) for marker in self.markers.markers):
            first, last = min(first, tick), max(last, tick)
        self.begin, self.end = first, last + 1

    def tick_of(self, time):
        return signed64(time - self.offset)

    def carried_as_json(self, location, place):
        """{name: value} of what the record at a place carries; strings as texts."""
        named = {}
        for ref, (kind, value) in location.carried.get(place, ()):
            name = self.strings.get(self.definitions.attributes.get(ref), "attribute %d" % ref)
            named[name] = self.strings.get(value, "") if kind == slow_records.STRING else value
        return named

    def _count_file_problems(self):
        if slow_records.version_of(self.anchor) > slow_records.LIBRARY:
            self.count("newer-version")
        for location in self.locations.values():
            held = len(location.records)
            metrics = sum(1 for r in location.records if r[0] == "Metric")
            if not location.has_file:
                self.count("missing-event-file" if location.claimed else "empty-location")
                continue
            if not location.has_definitions:
                self.count("missing-definition-file")
            self.count("truncated-definition-file", int(location.definitions_cut))
            if location.read_error:
                self.count("truncated-event-file")
            elif location.claimed != held:
                self.count("event-count-mismatch")
            if held == 0 and not location.read_error:
                self.count("empty-location")
            if held and metrics == held:
                self.count("metric-only-location")

    def region_name(self, ref):
        return self.regions[ref][0] if ref in self.regions else None

    def path(self, location):
        """The names above a location in the system tree, outermost first, then its own."""
        name, _, node = self.groups.get(location.group, ("", 0, UNDEFINED32))
        names = [location.name, name]
        while node in self.nodes:
            name, node = self.nodes[node]
            names.append(name)
        return names[::-1]


def signed64(value):
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value
