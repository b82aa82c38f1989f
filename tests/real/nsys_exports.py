#!/usr/bin/python3
"""Every Nsight Systems export among the real traces: vellum-query holds each row of the tables that
it shows, compared with sqlite3."""

import glob
import os
import random
import re
import shutil
import sqlite3
import struct
import sys
import tempfile
from collections import Counter

import testing
from kineto_files import MOST, ask, compare_launches, compare_owners, our_slices
from slow_json import union


def tables(db):
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def column(db, table, name):
    """The quoted column, or NULL where an older schema lacks it."""
    names = [row[1] for row in db.execute('PRAGMA table_info("%s")' % table)]
    return '"%s"' % name if name in names else "NULL"


def rows(db, table, *columns):
    if table not in tables(db):
        return
    yield from db.execute('SELECT %s FROM "%s"' % (
        ", ".join(column(db, table, c) for c in columns), table))


def expected_slices(db, origin):
    """(begin, end, name) of every slice, as a multiset, and those of device work."""
    strings = dict(rows(db, "StringIds", "id", "value"))
    want, device = Counter(), []

    def add(begin, end, name):
        want[begin - origin, end - origin, name] += 1

    for begin, end, full, short in rows(
            db, "CUPTI_ACTIVITY_KIND_KERNEL", "start", "end", "demangledName", "shortName"):
        add(begin, end, strings.get(full) or strings.get(short))
        device.append((begin, end))
    kinds = ["?", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"]
    memory = ["Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static", "?"]
    for begin, end, kind, source, target in rows(
            db, "CUPTI_ACTIVITY_KIND_MEMCPY", "start", "end", "copyKind", "srcKind", "dstKind"):
        add(begin, end, "Memcpy %s (%s -> %s)" % (kinds[kind], memory[source], memory[target]))
        device.append((begin, end))
    for begin, end in rows(db, "CUPTI_ACTIVITY_KIND_MEMSET", "start", "end"):
        add(begin, end, "Memset")
        device.append((begin, end))
    sync = ["Synchronization", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"]
    for begin, end, kind in rows(db, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "start", "end", "syncType"):
        add(begin, end, sync[kind])
    for begin, end, name in rows(db, "CUPTI_ACTIVITY_KIND_RUNTIME", "start", "end", "nameId"):
        add(begin, end, re.sub(r"_v\d{4,}$", "", strings[name]))
    for begin, end, kind, text, number in rows(
            db, "NVTX_EVENTS", "start", "end", "eventType", "text", "textId"):
        if kind in (59, 60) and end is not None:
            add(begin, end, name_of_range(text or strings.get(number, "")))
    for table in ("OSRT_API", "PROFILER_OVERHEAD", "CUPTI_ACTIVITY_KIND_OVERHEAD"):
        for begin, end, name in rows(db, table, "start", "end", "nameId"):
            add(begin, max(begin, end), strings.get(name) or "profiler overhead")
    return want, device


def expected_launches(db, origin):
    """Calls and works as (process and number, begin, name)."""
    strings = dict(rows(db, "StringIds", "id", "value"))
    process = 0x1000000
    calls = [
        ((thread // process, number) if number else 0, begin - origin,
         re.sub(r"_v\d{4,}$", "", strings[name]))
        for begin, thread, number, name in rows(
            db, "CUPTI_ACTIVITY_KIND_RUNTIME", "start", "globalTid", "correlationId", "nameId")]
    works = []
    for begin, owner, number, full, short in rows(
            db, "CUPTI_ACTIVITY_KIND_KERNEL", "start", "globalPid", "correlationId",
            "demangledName", "shortName"):
        works.append(((owner // process, number), begin - origin,
                      strings.get(full) or strings.get(short)))
    kinds = ["?", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"]
    memory = ["Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static", "?"]
    for begin, owner, number, kind, source, target in rows(
            db, "CUPTI_ACTIVITY_KIND_MEMCPY", "start", "globalPid", "correlationId",
            "copyKind", "srcKind", "dstKind"):
        works.append(((owner // process, number), begin - origin,
                      "Memcpy %s (%s -> %s)" % (kinds[kind], memory[source], memory[target])))
    for begin, owner, number in rows(
            db, "CUPTI_ACTIVITY_KIND_MEMSET", "start", "globalPid", "correlationId"):
        works.append(((owner // process, number), begin - origin, "Memset"))
    sync = ["Synchronization", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"]
    for begin, owner, number, kind in rows(
            db, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "start", "globalPid", "correlationId",
            "syncType"):
        works.append(((owner // process, number), begin - origin, sync[kind]))
    return calls, works


def compare_samples(path, db, found):
    """Each sample with a chain is one more of its call path, and of all paths that it goes through."""
    strings = dict(rows(db, "StringIds", "id", "value"))
    chains, own, through = {}, Counter(), Counter()
    for number, symbol, depth in rows(db, "SAMPLING_CALLCHAINS", "id", "symbol", "stackDepth"):
        chains.setdefault(number, []).append((-depth, strings[symbol]))
    for (number,) in rows(db, "COMPOSITE_EVENTS", "id"):
        if number in chains:
            path_of = tuple(name for _, name in sorted(chains[number]))
            own[path_of] += 1
            through.update(path_of[:i + 1] for i in range(len(path_of)))
    tree, above = [], ()
    for node in ask("call-tree", path):     # long paths are abbreviated there, names are not
        above = above[:node["depth"] - 1] + (node["name"],)
        tree.append((above, node))
    for key, want in (("exclusive_samples", own), ("inclusive_samples", through)):
        have = Counter({names: node[key] for names, node in tree if node[key]})
        if have != want:
            found.append("%s: missing %r, too many %r" % (
                key, list((want - have).items())[:3], list((have - want).items())[:3]))


def name_of_range(text):
    """Operators of PyTorch have the arguments of the call in their text."""
    return re.split(r", (?:seq|op_id|sizes|input_op_ids) = ", text, maxsplit=1)[0]


# Of NVTX's types those that schemas of real exports use, as struct has them.
PACKED = {5: "i", 18: "Q", 22: "Q"}


def compare_payloads(path):
    """A copy of the export whose ranges carry payloads by the schemas that are in it; how many fields."""
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "payloads.sqlite")
        shutil.copy(path, copy)
        db = sqlite3.connect(copy)
        if not {"NVTX_EVENTS", "NVTX_PAYLOAD_SCHEMA_ENTRIES"} <= tables(db):
            return [], 0
        fields = {}
        for domain, schema, kind, name, offset in rows(
                db, "NVTX_PAYLOAD_SCHEMA_ENTRIES", "domainId", "schemaId", "type", "name", "offset"):
            fields.setdefault((domain, schema), {})[offset or 0] = (kind, name)
        dice, want, found = random.Random(1), Counter(), []
        for number, start in db.execute("SELECT rowid, start FROM NVTX_EVENTS WHERE eventType = 59"):
            domain, schema = dice.choice(sorted(fields))
            payload = bytearray(dice.randbytes(24))
            for offset, (kind, name) in fields[domain, schema].items():
                if kind in PACKED:
                    (value,) = struct.unpack_from("<" + PACKED[kind], payload, offset)
                    want[start, name, str(value)] += 1
            head = struct.pack("<4Q", domain, schema, len(payload), 32 + len(payload) * dice.randrange(2))
            db.execute("UPDATE NVTX_EVENTS SET binaryData = ? WHERE rowid = ?", (head + payload, number))
        db.commit()
        names = {name for _, name, _ in want}
        have = Counter()
        for event in ask("events", copy, "--limit", str(MOST))["events"]:
            for name, value in event.get("carried", {}).items():
                if name in names:
                    have[event["time_ticks"], name, str(value)] += 1
        shift = min(key[0] for key in want) - min(key[0] for key in have) if have else 0
        have = Counter({(time + shift, name, value): n for (time, name, value), n in have.items()})
        if have != want:
            found.append("payloads: missing %r, too many %r" % (
                list((want - have).items())[:3], list((have - want).items())[:3]))
        return found, sum(want.values())


def compare(path):
    db = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    found = []
    ours, locations = our_slices(path)
    have = Counter()
    for (location, _), slices in ours.items():
        if "/CPUs/" not in location:
            have.update(slices)
    compare_owners(locations, found)
    # What tick 0 is, from any slice that both sides must have: their earliest.
    want, device = expected_slices(db, 0)
    if want and have:
        shift = min(begin for begin, _, _ in want) - min(begin for begin, _, _ in have)
        want, device = expected_slices(db, shift)
        if have != want:
            found.append("slices: missing %r, too many %r" % (
                list((want - have).items())[:3], list((have - want).items())[:3]))
        compare_launches(path, *expected_launches(db, shift), found)
    busy = union((begin, end) for (_, kind), slices in ours.items()
                 if kind == "accelerator stream" for begin, end, _ in slices)
    if busy != union(device):
        found.append("device busy for %d ns, expected %d" % (busy, union(device)))
    kinds = Counter(r["kind"] for r in ask("events", path, "--limit", str(MOST))["events"])
    samples = {i for (i,) in rows(db, "SAMPLING_CALLCHAINS", "id")}
    counts = {
        "DeviceKernel": sum(1 for _ in rows(db, "CUPTI_ACTIVITY_KIND_KERNEL", "start")),
        "DeviceCopy": sum(1 for _ in rows(db, "CUPTI_ACTIVITY_KIND_MEMCPY", "start")),
        "DeviceLaunch": sum(1 for (c,) in rows(db, "CUPTI_ACTIVITY_KIND_RUNTIME", "correlationId") if c),
        "Instant": sum(1 for (k,) in rows(db, "NVTX_EVENTS", "eventType") if k == 34),
        "CallingContextSample": sum(1 for (i,) in rows(db, "COMPOSITE_EVENTS", "id") if i in samples),
    }
    for kind, count in counts.items():
        if kinds[kind] != count:
            found.append("%s: %d, expected %d" % (kind, kinds[kind], count))
    compare_samples(path, db, found)
    sched = sum(1 for (on,) in rows(db, "SCHED_EVENTS", "isSchedIn") if on)
    running = sum(len(slices) for (location, _), slices in ours.items() if "/CPUs/" in location)
    if sched != running:
        found.append("scheduling: %d times on a CPU, expected %d" % (running, sched))
    return found, sum(want.values()), len(locations)


def main():
    folder = testing.real_traces()
    failed = 0
    for path in sorted(glob.glob(os.path.join(folder, "**", "*.sqlite"), recursive=True)):
        found, slices, locations = compare(path)
        print("%s: %d slices in %d locations, %d differences" % (
            os.path.relpath(path, folder), slices, locations, len(found)), flush=True)
        wrong, fields = compare_payloads(path)
        if fields:
            print("  %d fields of payloads, %d differences" % (fields, len(wrong)), flush=True)
        found += wrong
        for line in found[:10]:
            print("  " + line[:800])
        failed += bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
