#!/usr/bin/python3
"""Every Kineto and Chrome trace among the real ones: vellum-query holds each slice exactly once."""

import csv
import glob
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict

import testing
from slow_json import SlowTrace, nanoseconds, union

MOST = 1000000
NO_TRACES = ("negative", "memory_analysis", "golden")
NO_TRACE_FILES = ("execution_details.json",)


def ask(query, path, *options):
    done = subprocess.run(
        [testing.tool("vellum-query"), query, path, "--format", "json", *options],
        capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError("%s %s: %s" % (query, path, done.stderr.strip()))
    return json.loads(done.stdout)["result"]


def without_lane(name):
    return re.sub(r"( annotations)?( \(lane \d+\))?$", "", name)


def our_slices(path):
    """Visits by location, the lanes of a track together; and the locations."""
    locations = {loc["ref"]: loc for loc in ask("locations", path)}
    slices = defaultdict(list)
    for visit in ask("search", path, "--name", "", "--limit", str(MOST))["visits"]:
        loc = locations[visit["location"]]
        # Annotations of a stream stand beside it, as something of another type; in the file they are one.
        is_beside = re.search(r" annotations( \(lane \d+\))?$", loc["path"])
        kind = "accelerator stream" if is_beside else loc["type"]
        track = (without_lane(loc["path"]), kind)
        slices[track].append((visit["begin_ticks"], visit["end_ticks"], visit["name"]))
    return slices, locations


def fingerprints(slices):
    """One for each track: names of tracks are not compared, what is on them is."""
    return Counter(tuple(sorted(track)) for track in slices.values())


def compare_owners(locations, found):
    """Whoever has streams is a device, and has no threads."""
    devices = {l["group"] for l in locations.values() if l["type"] == "accelerator stream"}
    for l in locations.values():
        if l["group"] in devices and l["type"] == "CPU thread":
            found.append("%s is a thread of a device" % l["path"])


def compare_slices(path, slow, found):
    ours, locations = our_slices(path)
    compare_owners(locations, found)
    if fingerprints(ours) != fingerprints(slow.slices):
        want = Counter(s for track in slow.slices.values() for s in track)
        have = Counter(s for track in ours.values() for s in track)
        found.append("slices: missing %r, too many %r, tracks %d for %d" % (
            list((want - have).items())[:3], list((have - want).items())[:3],
            len(ours), len(slow.slices)))


def compare_phases(path, slow, found):
    report = ask("info", path)["import_report"]
    text = next(e["example"] for e in report if e["kind"] == "json-events")
    ours = {phase: int(count.replace(",", ""))
            for phase, count in re.findall(r"(\w+) ([\d,]+)(?:,|$)", text.split("by phase: ")[1])}
    if ours != dict(slow.phases):
        found.append("phases: %r, expected %r" % (ours, dict(slow.phases)))
    bad = [e for e in report if e["severity"] == "error"]
    if bad:
        found.append("errors in the import report: %r" % bad)


def is_number(value):
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return not isinstance(value, bool)


def compare_records(path, slow, found):
    """Kernels, copies and allocations with their numbers, as multisets."""
    if sum(slow.phases.values()) > 120000:
        return      # the answer is limited to a million records
    have = Counter()
    for record in ask("events", path, "--limit", str(MOST))["events"]:
        kind = record["kind"]
        words = record["attributes"]
        if kind == "DeviceKernel":
            have[kind, words["correlation"], words["grid_x"], words["block_x"]] += 1
        elif kind == "DeviceCopy":
            have[kind, words["correlation"], words["bytes"]] += 1
        elif kind == "MemoryUse":
            have[kind, words["address"], words["bytes"] % 2**64] += 1
        elif kind in ("FlowBegin", "FlowEnd", "FlowStep"):
            have[kind, words["flow"]] += 1
        elif kind == "Metric" and not slow.phases["C"]:
            have[(kind,)] += 1
    want = Counter()
    for event in slow.events:
        args = event.get("args") or {}
        category = str(event.get("cat", "")).lower()
        phase = event.get("ph")
        if phase == "X" and category in ("kernel", "mtia_ccp_events"):
            grid = args.get("grid") or [0]
            block = args.get("block") or [0]
            want["DeviceKernel", int(args.get("correlation", 0)), int(grid[0]), int(block[0])] += 1
        elif phase == "X" and category in ("gpu_memcpy", "memcpy"):
            want["DeviceCopy", int(args.get("correlation", 0)), int(args.get("bytes", 0))] += 1
        elif phase == "i" and event.get("name") == "[memory]":
            want["MemoryUse", int(args.get("Addr", 0)) % 2**64, int(args.get("Bytes", 0)) % 2**64] += 1
            # Two counters where the profiler knew the sums, else one of what the trace adds up.
            want[("Metric",)] += 2 if "Total Allocated" in args else 1
        elif phase == "X" and category == "cuda_profiler_range":
            want[("Metric",)] += sum(is_number(value) for value in args.values())
        elif phase in ("s", "t", "f"):
            kind = {"s": "FlowBegin", "t": "FlowStep", "f": "FlowEnd"}[phase]
            if str(event["id"]).lstrip("-").isdigit():
                want[kind, int(event["id"])] += 1
            else:
                return      # ids that are no numbers are kept by their hash
        if "bind_id" in event and phase in ("X", "B", "E", "i") and (
                event.get("flow_in") is True or event.get("flow_out") is True):
            return      # likewise: these are no numbers
    if have != want:
        found.append("records: missing %r, too many %r" % (
            list((want - have).items())[:3], list((have - want).items())[:3]))


# What slices carry of a collective operation.
COLLECTIVE = (
    "Collective name", "Comms Id", "Dst Rank", "Global rank start", "Global rank stride", "Group size",
    "In msg nelems", "In msg size", "In split size", "Out msg nelems", "Out msg size", "Out split size",
    "Process Group Description", "Process Group Name", "Process Group Ranks", "Seq", "Src Rank", "dtype")


def compare_collectives(path, slow, found):
    """Every argument of a collective operation, at the begin of its slice; how many."""
    want = Counter()
    for event in slow.events:
        args = event.get("args")
        if event.get("ph") == "X" and isinstance(args, dict):
            begin = nanoseconds(event["ts"]) - slow.origin if "ts" in event else None
            want.update((begin, name, str(args[name])) for name in COLLECTIVE
                        if args.get(name) is not None and not isinstance(args[name], (list, dict)))
    if not want:
        return 0
    have = Counter()
    for event in ask("events", path, "--limit", str(MOST))["events"]:
        have.update((event["time_ticks"], name, str(value))
                    for name, value in event.get("carried", {}).items() if name in COLLECTIVE)
    if have != want:
        found.append("collectives: missing %r, too many %r" % (
            list((want - have).items())[:3], list((have - want).items())[:3]))
    return sum(want.values())


def joined(calls, works):
    """(call, begin, work, begin) of each work with a call of its number; and how many have none."""
    by_number = defaultdict(list)
    for number, begin, name in calls:
        if number:
            by_number[number].append((begin, name))
    pairs, alone = Counter(), 0
    for number, begin, name in works:
        options = sorted(by_number.get(number, []), key=lambda call: call[0])
        if not options:
            alone += 1
            continue
        before = [call for call in options if call[0] <= begin]
        call = before[-1] if before else options[0]
        pairs[call[1], call[0], name, begin] += 1
    return pairs, alone


def compare_launches(path, calls, works, found):
    """Each kernel, copy, set and synchronisation beside the call that launched it."""
    answer = ask("launches", path, "--limit", str(MOST))
    ours = Counter((row["call"], row["call_begin_ticks"], row["work"], row["work_begin_ticks"])
                   for row in answer["launches"])
    want, alone = joined(calls, works)
    if ours != want or answer["device_work_without_launch"] != alone:
        found.append("launches: %d, expected %d; without %d, expected %d; missing %r, too many %r" % (
            sum(ours.values()), sum(want.values()), answer["device_work_without_launch"], alone,
            list((want - ours).items())[:3], list((ours - want).items())[:3]))
    return sum(want.values())


HOST_CALLS = re.compile(r"((cuda|hip|mtia|xpu|glow|privateuse1)_)?(runtime|driver)", re.IGNORECASE)
DEVICE_WORK = re.compile(
    r"kernel|mtia_ccp_events|(gpu_)?mem(cpy|set)|(cuda|xpu)_sync|cuda_event|collective_comm",
    re.IGNORECASE)


def kineto_launches(slow):
    calls, works = [], []
    for event in slow.events:
        category = str(event.get("cat", ""))
        if event.get("ph") != "X" or "ts" not in event:
            continue
        number = int((event.get("args") or {}).get("correlation", 0))
        begin = nanoseconds(event["ts"]) - slow.origin
        if HOST_CALLS.fullmatch(category):
            calls.append((number, begin, event.get("name", "")))
        elif DEVICE_WORK.fullmatch(category):
            works.append((number, begin, event.get("name", "")))
    return calls, works


def device_slices_by_group(path):
    """(begin, end) of the device work that vellum-query knows, by group of functions."""
    groups = {row["name"]: row["group"] for row in ask("profile", path)["rows"]
              if row["group"] in ("Kernel", "Copy", "MPI")}
    by_group = defaultdict(list)
    ours, _ = our_slices(path)
    for (_, kind), slices in ours.items():
        for begin, end, name in slices:
            if kind == "accelerator stream" and name in groups:
                by_group[groups[name]].append((begin, end))
    return by_group


def device_slices(path):
    """(begin, end) of the device work that vellum-query knows."""
    return [slice for slices in device_slices_by_group(path).values() for slice in slices]


# What the profiler calls a thing, and the group and paradigm that it must stand under.
KINDS = (
    (re.compile(r"python(_function)?", re.IGNORECASE), ("Application", "Python")),
    (re.compile(r"(gpu_)?mem(cpy|set)", re.IGNORECASE), ("Copy", None)),
    (re.compile(r"((cuda|hip|mtia)_)?(runtime|driver)", re.IGNORECASE),
     ("Device API", None)),
    (re.compile(r"cpu_op|operator|(gpu_)?user_annotation|cuda_profiler_range", re.IGNORECASE),
     ("Annotation", None)),
    (re.compile(r"cuda_(sync|event)", re.IGNORECASE), ("Synchronisation", None)),
    (re.compile(r"kernel|mtia_ccp_events|collective_comm", re.IGNORECASE), ("Kernel", None)),
    (re.compile(r"overhead|trace", re.IGNORECASE), ("Measurement", None)),
)


def compare_categories(path, slow, found):
    """Counts and summed lengths of the slices of each category that stands for a group of its own."""
    want = defaultdict(lambda: [0, 0])
    for begin, end, category in slow.lengths:
        for pattern, kind in KINDS:
            if pattern.fullmatch(category):
                want[kind][0] += 1
                want[kind][1] += end - begin
                break
    regions = {row["region"]: (row["group"], row["paradigm"]) for row in ask("profile", path)["rows"]}
    have = defaultdict(lambda: [0, 0])
    for visit in ask("search", path, "--name", "", "--limit", str(MOST))["visits"]:
        group, paradigm = regions[visit["region"]]
        # Kernels of collectives are communication here, and kernels in the file.
        kind = ("Kernel" if group == "MPI" else group,
                paradigm if group == "Application" else None)
        if kind in want:
            have[kind][0] += 1
            have[kind][1] += visit["end_ticks"] - visit["begin_ticks"]
    for kind, numbers in want.items():
        if have[kind] != numbers:
            found.append("%s: %r slices and ns, expected %r" % (kind, have[kind], numbers))


def compare_timeline(path, oracle, found):
    """Busy, idle and total of the published results."""
    with open(oracle, newline="", encoding="utf-8") as file:
        rows = {row["type"]: float(row["time ms"]) for row in csv.DictReader(file)}
    work = list(device_slices(path))
    total = max(end for _, end in work) - min(begin for begin, _ in work)
    busy = union(work)
    for name, ticks in (("busy_time", busy), ("total_time", total), ("idle_time", total - busy)):
        # The published numbers went through doubles of absolute microseconds, 0.25 us apart, once
        # for each merged interval; `compare_device_work` is to the nanosecond.
        if abs(rows[name] * 1e6 - ticks) > 5000:
            found.append("%s: %d ns, published %.6f ms" % (name, ticks, rows[name]))


def compare_device_work(path, slow, found):
    ours = union(device_slices(path))
    expected = union((begin, end) for begin, end, _, _ in slow.device_work())
    if ours != expected:
        found.append("device busy for %d ns, expected %d" % (ours, expected))


def compare_golden(path, expected, found):
    """Span, idle time, and that of computing, communication and copies of the independent
    recomputation, to the nanosecond."""
    by_group = device_slices_by_group(path)
    work = [slice for slices in by_group.values() for slice in slices]
    span = max(end for _, end in work) - min(begin for begin, _ in work)
    ours = {"span_excluding_sync_ns": span, "idle_excluding_sync_ns": span - union(work)}
    for name, group in (("compute_ns", "Kernel"), ("comm_union_ns", "MPI"), ("mem_union_ns", "Copy")):
        ours[name] = union(by_group[group])
    for name, ticks in ours.items():
        if expected[name] != ticks:
            found.append("%s: %d, expected %d" % (name, ticks, expected[name]))


def published(folder, path):
    """The published timeline of a trace, if there is one."""
    relative = os.path.relpath(path, os.path.join(folder, "tracelens-kineto"))
    stem = os.path.basename(path).split(".")[0]
    base = os.path.join(folder, "tracelens-oracle", os.path.dirname(relative))
    for name in (stem + "_perf_report_csvs", "perf_csvs"):
        candidate = os.path.join(base, name, "gpu_timeline.csv")
        if os.path.exists(candidate) and not relative.startswith(".."):
            return candidate
    return None


def golden_cases(folder):
    path = os.path.join(folder, "..", "golden", "hta", "exact_reference.json")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    # In the Triton trace HTA takes host operators that name a stream for device work.
    return {case["input"].replace("__", "/"): case["all_events"]
            for name, case in cases.items() if name != "triton"}


def main():
    folder = testing.real_traces()
    paths = sorted(
        p for p in glob.glob(os.path.join(folder, "**", "*.json*"), recursive=True)
        if not any(word in p for word in NO_TRACES) and os.path.basename(p) not in NO_TRACE_FILES)
    golden = golden_cases(folder)
    failed = 0
    for path in paths:
        found = []
        slow = SlowTrace(path)
        compare_phases(path, slow, found)
        compare_slices(path, slow, found)
        compare_categories(path, slow, found)
        compare_records(path, slow, found)
        launches = compare_launches(path, *kineto_launches(slow), found)
        carried = compare_collectives(path, slow, found)
        relative = os.path.relpath(path, folder)
        checks = "slices, phases, categories, records, %d launches" % launches
        oracle = published(folder, path)
        if oracle:
            compare_timeline(path, oracle, found)
            compare_device_work(path, slow, found)
            checks += ", published timeline"
        if carried:
            checks += ", %d arguments of collectives" % carried
        expected = golden.get(os.path.relpath(path, os.path.join(folder, "hta-kineto")))
        if expected:
            compare_golden(path, expected, found)
            checks += ", golden span, idle, computing, communication, copies"
        print("%s: %d events, %s: %d differences" % (relative, len(slow.events), checks, len(found)),
              flush=True)
        for line in found[:10]:
            print("  " + line[:800])
        failed += bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
