#!/usr/bin/python3
"""Records a scene of gpu_program through the fakes and compares the archive with what the scene does.

The archive is read by otf2-print and the Python otf2 module; vellum-query must count the same launches.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections import Counter, defaultdict

import otf2

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def equal(actual, expected, what):
    expect(actual == expected, f"{what}: expected {expected}, found {actual}")


class Visit:
    def __init__(self, location, event):
        self.location = location
        self.region = event.region
        self.name = event.region.name
        self.begin = event.time
        self.end = None
        self.values = {attribute.name: value for attribute, value in (event.attributes or {}).items()}
        self.correlation = self.values.get("correlation", 0)


class Transfer:
    def __init__(self, location, event):
        self.location = location
        self.is_get = isinstance(event, otf2.events.RmaGet)
        self.partner = event.remote
        self.bytes = event.bytes
        self.begin = event.time
        self.end = None


class Archive:
    """All visits and samples, checked for what every archive must keep."""

    def __init__(self, path):
        self.visits = []
        self.samples = defaultdict(list)
        with otf2.reader.open(path) as trace:
            self.locations = list(trace.definitions.locations)
            self.groups = list(trace.definitions.location_groups)
            clock = trace.definitions.clock_properties
            self._begin, self._end = clock.global_offset, clock.global_offset + clock.trace_length
            self.ticks = clock.timer_resolution
            self._read(trace.events)

    def _read(self, events):
        open_visits = defaultdict(list)
        last = {}
        counts = Counter()
        transfers = {}
        for location, event in events:
            counts[location] += 1
            expect(last.get(location, 0) <= event.time, f"{location.name}: time goes back")
            expect(self._begin <= event.time <= self._end, f"{location.name}: {event.time} is outside")
            last[location] = event.time
            if isinstance(event, otf2.events.Enter):
                visit = Visit(location, event)
                open_visits[location].append(visit)
                self.visits.append(visit)
            elif isinstance(event, otf2.events.Leave):
                visit = open_visits[location].pop()
                equal(event.region.name, visit.name, f"{location.name}: a leave")
                visit.end = event.time
            elif isinstance(event, (otf2.events.RmaGet, otf2.events.RmaPut)):
                transfers[event.matching_id] = Transfer(location, event)
            elif isinstance(event, otf2.events.RmaOpCompleteBlocking):
                transfers[event.matching_id].end = event.time
            elif isinstance(event, otf2.events.Metric):
                self.samples[location.name].append(event.values[0])
            else:
                expect(False, f"unexpected {event}")
        self.transfers = sorted(transfers.values(), key=lambda transfer: transfer.begin)
        for location in self.locations:
            expect(not open_visits[location], f"{location.name}: something is still open")
            equal(counts[location], location.number_of_events, f"{location.name}: events")
            if location.type == otf2.LocationType.ACCELERATOR_STREAM:
                expect(location.group.location_group_type == otf2.LocationGroupType.ACCELERATOR,
                       f"{location.name} is in {location.group.name}")

    def named(self, name):
        return [visit for visit in self.visits if visit.name == name]

    def count(self, name):
        return len(self.named(name))

    def on_streams(self):
        return [visit for visit in self.visits
                if visit.location.type == otf2.LocationType.ACCELERATOR_STREAM]

    def calls(self):
        return {visit.correlation: visit for visit in self.visits
                if visit.region.region_role == otf2.RegionRole.WRAPPER}

    def check_transfers(self):
        """A copy between host and device is a transfer with the thread that asked for it, as long as itself."""
        copies = sorted((visit for visit in self.on_streams() if re.match("Memcpy (HtoD|DtoH)", visit.name)),
                        key=lambda visit: visit.begin)
        equal(len(self.transfers), len(copies), "transfers")
        calls = self.calls()
        for transfer, copy in zip(self.transfers, copies):
            equal((transfer.location, transfer.begin, transfer.end, transfer.bytes, transfer.is_get),
                  (copy.location, copy.begin, copy.end, copy.values["bytes"], "HtoD" in copy.name), "a transfer")
            partner = self.locations[transfer.partner]
            equal(partner.name, calls[copy.correlation].location.name, "whose memory it is")

    def check_launches(self):
        """Every work of a stream has the call that asked for it, which began before it."""
        calls = self.calls()
        works = [visit for visit in self.on_streams() if visit.correlation != 0]
        for work in works:
            call = calls.get(work.correlation)
            expect(call is not None, f"{work.name} ({work.correlation}) has no call")
            expect(call is None or call.begin <= work.begin, f"{work.name} begins before its call")
        return len(works)


def vector_add(archive, launches=20):
    kernels = archive.named("vectorAdd(float const*, float const*, float*, int)")
    equal(len(kernels), launches, "kernels")
    for kernel in kernels:
        equal((kernel.region.canonical_name, kernel.region.source_file, str(kernel.region.paradigm)),
              ("_Z9vectorAddPKfS0_Pfi", "CUDA_KERNEL", "Paradigm.CUDA"), "the kernel's region")
        values = dict(kernel.values)
        values.pop("correlation")
        equal(values, {"grid_x": 4096, "grid_y": 1, "grid_z": 1, "block_x": 256, "block_y": 1, "block_z": 1,
                       "registers_per_thread": 32, "shared_memory": 512}, "the kernel's numbers")
        expect(1800 <= (kernel.end - kernel.begin) * 1e9 / archive.ticks <= 2200,
               f"a kernel of 2000 ns lasts {(kernel.end - kernel.begin) * 1e9 / archive.ticks}")
    equal(archive.count("cudaLaunchKernel"), launches, "calls")
    equal(archive.count("cuLaunchKernel"), 0, "calls of the driver within those of the runtime")
    equal(archive.count("cudaGetDevice"), 0, "questions")
    equal(archive.count("Memcpy HtoD (Pageable -> Device)"), 2, "copies to the device")
    equal(archive.count("Memcpy DtoH (Device -> Pageable)"), 1, "copies to the host")
    equal(archive.named("Memset")[0].values["bytes"], 1 << 20, "bytes set")
    equal(archive.samples["device memory in use"], [1 << 20, 2 << 20, 1 << 20, 0], "memory in use")
    waits = archive.named("Stream Sync")
    equal([wait.location.name for wait in waits], ["synchronisation"], "waits")
    kinds = [(group.name.split(",")[0], str(group.location_group_type)) for group in archive.groups]
    equal(kinds[1], ("GPU 0", "LocationGroupType.ACCELERATOR"), "the second group")
    equal(archive.groups[1].creating_location_group, archive.groups[0], "who made the device's group")
    expect(archive.groups[1].name.endswith("(Fake GPU 9000)"), archive.groups[1].name)


def many(archive):
    vector_add(archive, 20000)


def two_streams(archive):
    streams = {location.name for location in archive.locations
               if location.type == otf2.LocationType.ACCELERATOR_STREAM}
    equal(streams, {"stream 21", "stream 22"}, "streams")
    equal(archive.count("void math::scale<float>(float*, float)"), 10, "kernels")
    equal(archive.count("Stream Wait Event"), 10, "waits for events")
    equal(sorted(wait.values["event"] for wait in archive.named("Stream Wait Event")),
          list(range(1, 11)), "their events")


def graph_thrice(archive):
    for name in ("first(float*)", "second(float*)", "third(float*)"):
        equal(archive.count(name), 3, name)
    equal({visit.values["cuda_graph"] for visit in archive.on_streams()}, {5}, "graphs")
    nodes = {visit.name: visit.values["cuda_graph_node"] & 0xff for visit in archive.on_streams()}
    equal(nodes, {"first(float*)": 1, "second(float*)": 2, "third(float*)": 3}, "nodes")
    equal({visit.location.name for visit in archive.named("third(float*)")},
          {"stream 7 (default), lane 2"}, "where the overlapping node is")


def managed(archive):
    equal(archive.count("Managed memory HtoD"), 4, "migrations to the device")
    equal(archive.count("Managed memory DtoH"), 4, "migrations to the host")
    equal({visit.values["program_counter"] for visit in archive.named("CPU page fault")}, {0x401234},
          "where the CPU faults")
    equal(archive.samples["managed memory moved to the device"], [i << 20 for i in range(1, 5)], "moved")
    equal(archive.samples["GPU page faults"], [16, 32, 48, 64], "faults")


def two_devices(archive):
    equal([group.name.split(",")[0] for group in archive.groups[1:]], ["GPU 0", "GPU 1"], "devices")
    equal(archive.count("Memcpy PtoP (Device -> Device)"), 1, "peer copies")
    equal(archive.named("Memcpy PtoP (Device -> Device)")[0].location.group, archive.groups[2], "its device")


def threads(archive):
    equal(archive.count("work()"), 1000, "kernels")
    calls = archive.calls()
    by_stream = defaultdict(set)
    for kernel in archive.named("work()"):
        by_stream[kernel.location.name].add(calls[kernel.correlation].location.name)
    expect(len(by_stream) == 4 and all(len(callers) == 1 for callers in by_stream.values()),
           f"each stream is one thread's: {dict(by_stream)}")


def compile_(archive):
    equal([visit.location.name for visit in archive.named("Just-in-time compilation")],
          ["CUDA driver and CUPTI"], "compilation")
    equal(archive.count("Lazy function loading"), 1, "overhead")


def reset(archive):
    equal(archive.count("work()"), 1, "work that nobody waited for")


def forked(archive):
    equal(archive.count("work()"), 2, "kernels of the parent")
    equal((archive.count("cudaLaunchKernel"), archive.count("cudaEventRecord")), (2, 0), "calls of the parent")


def killed(archive):
    equal(archive.count("work()"), 100, "kernels before the last flush")
    equal(archive.count("cudaLaunchKernel"), 101, "calls")


SCENES = {"vector_add": vector_add, "many": many, "two_streams": two_streams, "graph_thrice": graph_thrice,
          "managed": managed, "two_devices": two_devices, "threads": threads, "compile": compile_,
          "reset": reset, "forked": forked, "killed": killed}


def check_print(anchor):
    result = subprocess.run(["otf2-print", anchor], capture_output=True, text=True, check=False)
    equal((result.returncode, result.stderr), (0, ""), "otf2-print")
    result = subprocess.run(["otf2-print", "-G", anchor], capture_output=True, text=True, check=False)
    equal((result.returncode, result.stderr), (0, ""), "otf2-print -G")


def properties(anchor):
    result = subprocess.run(["otf2-print", "-I", anchor], capture_output=True, text=True, check=False)
    return dict(re.findall(r"^Property name +(VELLUM::(?!MEASUREMENT)\S+)\nProperty value +(.*)$", result.stdout, re.M))


class Run:
    """One recording, with everything that was said."""

    def __init__(self, args, scratch, scene, fake="", environment=None, options=()):
        self.output = os.path.join(scratch, f"{scene}-{len(os.listdir(scratch))}")
        self.anchor = os.path.join(self.output, "traces.otf2")
        variables = dict(os.environ, FAKE_CUPTI=fake, VELLUM_CUPTI_LIB=args.cupti)
        variables.update(environment or {})
        result = subprocess.run(
            [args.record, "-o", self.output, *options, "--", args.program, scene],
            capture_output=True, text=True, env=variables, check=False)
        self.status, self.out, self.err = result.returncode, result.stdout, result.stderr

    def says(self, text):
        equal(self.err.count(text), 1, f"how often {self.err!r} says {text!r}")


def check_scene(args, scratch, scene, fake):
    environment = {"VELLUM_CUPTI_BUFFER_KB": "8"} if fake else {}
    run = Run(args, scratch, scene, fake, environment)
    equal(run.status, 137 if scene == "killed" else 7, f"status of {scene}: {run.err}")
    check_print(run.anchor)
    archive = Archive(run.anchor)
    SCENES[scene](archive)
    works = archive.check_launches()
    archive.check_transfers()
    equal(properties(run.anchor), {}, "what is not in the archive")
    result = subprocess.run([args.query, "launches", "--format", "json", "--limit", "0", run.anchor],
                            capture_output=True, text=True, check=False)
    answer = json.loads(result.stdout)
    waits = sum(1 for visit in archive.visits if visit.location.name.startswith("synchronisation"))
    equal(answer["result"]["count"], works + waits, "launches that our server counts")


def check_refusals(args, scratch):
    """The program runs on with its own output and status; what is missing is said once, here and there."""
    def unavailable(run, sentence, calls=0):
        equal((run.status, run.out), (7, "done\n"), f"{sentence}: status and output")
        run.says(sentence)
        expect(sentence in properties(run.anchor).get("VELLUM::UNAVAILABLE", ""),
               f"the archive does not say {sentence}: {properties(run.anchor)}")
        equal(Archive(run.anchor).count("cudaLaunchKernel"), calls, f"{sentence}: calls")

    unavailable(Run(args, scratch, "vector_add", "busy"),
                "another tool traces the program already (nsys)")
    unavailable(Run(args, scratch, "vector_add", "refuse"), "cuptiSubscribe fails with 999")
    unavailable(Run(args, scratch, "vector_add", "noclock"), "cuptiActivityRegisterTimestampCallback fails with 15")
    unavailable(Run(args, scratch, "vector_add", environment={"VELLUM_CUPTI_LIB": "/nowhere/libcupti.so"}),
                "VELLUM_CUPTI_LIB /nowhere/libcupti.so cannot be loaded")
    unavailable(Run(args, scratch, "vector_add", "deny=10"), "kernels are refused with 15", 20)

    run = Run(args, scratch, "vector_add", "drop=12")
    run.says("12 records of devices were dropped by CUPTI")
    equal(properties(run.anchor), {"VELLUM::CUDA::DROPPED_RECORDS": "12"}, "dropped")

    run = Run(args, scratch, "many", "slow", {"VELLUM_CUPTI_BUFFER_KB": "8", "VELLUM_CUPTI_BUFFER_MAX": "4"})
    told = properties(run.anchor)
    missing = 20000 - Archive(run.anchor).count("vectorAdd(float const*, float const*, float*, int)")
    dropped = int(told.get("VELLUM::CUDA::DROPPED_RECORDS", 0))
    expect(0 < missing <= dropped, f"{missing} kernels are missing, {told}")

    run = Run(args, scratch, "graph_thrice", options=("--cuda-graphs", "graph"))
    whole = Archive(run.anchor).named("graph 5")
    equal(len(whole), 3, f"launches of the whole graph: {run.err}")
    equal({visit.values["cuda_graph"] for visit in whole}, {5}, "its number")

    # The child's calls have their names, also those that the parent had met.
    run = Run(args, scratch, "forked", options=("--follow-fork",))
    followed = Archive(run.anchor)
    equal((followed.count("cudaLaunchKernel"), followed.count("cudaEventRecord")), (3, 1), f"calls: {run.err}")
    equal([visit.name for visit in followed.visits if "CUDA function" in visit.name], [], "calls without names")

    run = Run(args, scratch, "vector_add", options=("--sources", "functions"))
    equal(Archive(run.anchor).count("cudaLaunchKernel"), 0, "calls when nobody asked for them")
    run = Run(args, scratch, "vector_add", environment={"CUDA_INJECTION64_PATH": "/nowhere/other.so"})
    run.says("CUDA_INJECTION64_PATH names another tool, /nowhere/other.so")


def main():
    parser = argparse.ArgumentParser()
    for option in ("--record", "--query", "--program", "--cupti"):
        parser.add_argument(option, required=True)
    parser.add_argument("--scene", help="one of " + ", ".join(SCENES) + "; without it: what can go wrong")
    parser.add_argument("--fake", default="", help="how the library misbehaves, see fake_cupti.h")
    args = parser.parse_args()
    warnings.simplefilter("error")
    with tempfile.TemporaryDirectory() as scratch:
        if args.scene:
            check_scene(args, scratch, args.scene, args.fake)
        else:
            check_refusals(args, scratch)
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
