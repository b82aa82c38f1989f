"""What records carry, and what the definitions and the marker file of an archive hold, counted the
slow way: beside slow_trace.py, which reads the records themselves.
"""

import ctypes
import json
import os
import re

import _otf2
from _otf2.Config import conf

LIBRARY = (3, 0)    # the version of OTF2 that reads
MASK64 = (1 << 64) - 1
STRING, LOCATION = 11, 13
SEVERITIES = ["none", "low", "medium", "high"]
SCOPES = ["global", "location", "location_group", "system_tree_node", "group", "communicator"]


def value_of(kind, union):
    """(type, number or float) of OTF2's union; references as their numbers."""
    fields = [None, "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64",
              "float32", "float64"]
    if kind == 0:
        return kind, 0
    if kind < len(fields):
        return kind, getattr(union, fields[kind])
    return kind, union.uint64 if kind == LOCATION else union.uint32


def carried_by(attributes):
    """[(attribute, (type, value))] of an event's attribute list."""
    listed = []
    for i in range(_otf2.AttributeList_GetNumberOfElements(attributes)):
        ref, kind, union = _otf2.AttributeList_GetAttributeByIndex(attributes, i)
        listed.append((ref, value_of(kind.value, union)))
    return listed


def words(kind, args, begin):
    """The members of a record as unsigned 64-bit words, in the order of vellum-query's; begin is the
    archive's time at tick 0."""
    if kind == "Metric":
        metric, types, values = args
        flat = [metric] + [word for pair in zip(types, values) for word in pair]
    elif kind == "ProgramBegin":
        name, arguments = args
        flat = [name] + [word for argument in arguments for word in (0, argument)]
    elif kind == "BufferFlush":
        flat = [args[0] - begin]    # when it ends, as a tick like all others
    else:
        flat = list(args)
    return [int(word) & MASK64 for word in flat]


class Definitions:
    """Every record of the global definitions, counted by kind, with the references of each kind."""

    # info's key -> the kinds that it counts by their references
    UNIQUE = {
        "metric_classes": ["MetricClass"], "metric_instances": ["MetricInstance"],
        "calling_contexts": ["CallingContext"], "source_code_locations": ["SourceCodeLocation"],
        "interrupt_generators": ["InterruptGenerator"], "attributes": ["Attribute"],
        "parameters": ["Parameter"], "strings": ["String"],
        "cartesian_topologies": ["CartTopology"], "rma_windows": ["RmaWin"],
        "io_paradigms": ["IoParadigm"], "io_files": ["IoRegularFile", "IoDirectory"],
        "io_handles": ["IoHandle"]}
    PROPERTIES = ["SystemTreeNodeProperty", "SystemTreeNodeDomain", "LocationGroupProperty",
                  "LocationProperty", "CallingContextProperty", "IoFileProperty",
                  "ParadigmProperty"]

    def __init__(self):
        self.counts, self.refs = {}, {}
        self.attributes = {}        # reference -> string reference of the name
        self.io_paradigm_properties = 0
        self.archive_facts = []

    @staticmethod
    def kinds():
        pattern = re.compile(r"GlobalDefReaderCallbacks_Set(\w+)Callback$")
        return [match.group(1) for match in map(pattern.match, dir(_otf2)) if match]

    def add(self, kind, args):
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.refs.setdefault(kind, set()).add(args[0] if args else None)
        if kind == "Attribute":
            self.attributes.setdefault(args[0], args[1])
        if kind == "IoParadigm":
            self.io_paradigm_properties += len(args[5])

    def info(self):
        counts = {key: sum(len(self.refs.get(kind, ())) for kind in kinds)
                  for key, kinds in self.UNIQUE.items()}
        counts["properties"] = self.io_paradigm_properties + len(self.archive_facts) + sum(
            self.counts.get(kind, 0) for kind in self.PROPERTIES)
        counts["definitions_by_kind"] = self.counts
        return counts


class Markers:
    """The marker file beside an anchor. The module's own functions for it do not work in 3.0.2
    (a counter of the wrong type), so the library is called through ctypes.
    """

    DEFINE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_char_p,
                              ctypes.c_char_p, ctypes.c_uint8)
    MARK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64,
                            ctypes.c_uint32, ctypes.c_uint8, ctypes.c_uint64, ctypes.c_char_p)

    def __init__(self, handle, anchor):
        self.definitions, self.markers = {}, []
        if not os.path.exists(anchor[: -len(".otf2")] + ".marker"):
            return
        library = ctypes.CDLL(conf.lib._name)
        library.OTF2_MarkerReaderCallbacks_New.restype = ctypes.c_void_p
        library.OTF2_Reader_GetMarkerReader.restype = ctypes.c_void_p
        callbacks = ctypes.c_void_p(library.OTF2_MarkerReaderCallbacks_New())
        reader = ctypes.c_void_p(library.OTF2_Reader_GetMarkerReader(handle))
        define, mark = self.DEFINE(self._define), self.MARK(self._mark)
        library.OTF2_MarkerReaderCallbacks_SetDefMarkerCallback(callbacks, define)
        library.OTF2_MarkerReaderCallbacks_SetMarkerCallback(callbacks, mark)
        library.OTF2_Reader_RegisterMarkerCallbacks(handle, reader, callbacks, None)
        read = ctypes.c_uint64()
        library.OTF2_Reader_ReadAllMarkers(handle, reader, ctypes.byref(read))
        library.OTF2_Reader_CloseMarkerReader(handle, reader)
        library.OTF2_MarkerReaderCallbacks_Delete(callbacks)

    def _define(self, _data, ref, group, category, severity):
        self.definitions.setdefault(ref, (group.decode(), category.decode(), severity))
        return 0

    def _mark(self, _data, time, duration, marker, scope, scope_ref, note):
        self.markers.append((time, duration, marker, scope, scope_ref, note.decode()))
        return 0

    def answer(self, tick_of, window):
        listed = []
        for time, duration, marker, scope, scope_ref, note in sorted(
                self.markers, key=lambda m: tick_of(m[0])):
            tick = tick_of(time)
            if tick >= window[1] or (tick < window[0] and tick + duration <= window[0]):
                continue
            group, category, severity = self.definitions[marker]
            listed.append({
                "time_ticks": tick, "duration_ticks": duration, "marker": marker, "group": group,
                "category": category, "severity": SEVERITIES[severity], "scope": SCOPES[scope],
                "scope_ref": scope_ref, "text": note})
        return {"markers": listed, "count": len(listed)}


def version_of(anchor):
    """(major, minor) of the library that wrote an anchor file."""
    with open(anchor, "rb") as file:
        head = file.read(11)
    return (head[9], head[10]) if len(head) == 11 else (0, 0)


def compare_records(comparison, question):
    """Every member and every carried attribute of every record, in the order of `events`."""
    done = comparison.run(question)
    if done.returncode != 0:
        comparison.note(question, "exit status", 0, done.returncode)
        return
    trace = comparison.answers.trace
    got = json.loads(done.stdout)["result"]["events"]
    expected = sorted(
        ((record[1], loc.order, i, record, loc) for loc in comparison.answers.all
         for i, record in enumerate(loc.records)), key=lambda e: e[:3])[:len(got)]
    for place, (event, (_, _, i, (kind, _, args), loc)) in enumerate(zip(got, expected)):
        where = "events[%d] %s" % (place, kind)
        members = list(event["attributes"].values())
        expected_words = words(kind, args, trace.offset)
        if members != expected_words:
            comparison.note(question, where, expected_words, members)
        carried = trace.carried_as_json(loc, i)
        if event.get("carried", {}) != carried:
            comparison.note(question, where + ".carried", carried, event.get("carried"))

