#!/usr/bin/python3
"""Records a scene of gpu_program through the fakes and compares the archive with what the scene does.

The archive is read by otf2-print and the Python otf2 module; vellum-query must count the same launches.
"""

import argparse
import json
import os
import re
import shutil
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
        self.counts = None  # by the GPU, of a kernel: by metric


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
        self.samples = defaultdict(list)  # by location
        self.metrics = defaultdict(list)  # by location and metric
        self.sampled = defaultdict(list)  # by location: what is sampled together
        self.units = {}  # of what is counted of kernels
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
        told = {}  # what was counted until an event that has yet to come
        for location, event in events:
            counts[location] += 1
            expect(last.get(location, 0) <= event.time, f"{location.name}: time goes back")
            expect(self._begin <= event.time <= self._end, f"{location.name}: {event.time} is outside")
            last[location] = event.time
            if isinstance(event, otf2.events.Enter):
                visit = Visit(location, event)
                time, visit.counts = told.pop(location, (event.time, None))
                equal(time, visit.begin, f"{visit.name}: when its counts are told")
                open_visits[location].append(visit)
                self.visits.append(visit)
            elif isinstance(event, otf2.events.Leave):
                visit = open_visits[location].pop()
                equal(event.region.name, visit.name, f"{location.name}: a leave")
                visit.end = event.time
                time, rest = told.pop(location, (event.time, None))
                equal((time, rest), (visit.end, visit.counts and dict.fromkeys(visit.counts, 0)), f"{visit.name}: what follows")
            elif isinstance(event, (otf2.events.RmaGet, otf2.events.RmaPut)):
                transfers[event.matching_id] = Transfer(location, event)
            elif isinstance(event, otf2.events.RmaOpCompleteBlocking):
                transfers[event.matching_id].end = event.time
            elif isinstance(event, otf2.events.Metric) and event.metric.occurrence == otf2.MetricOccurrence.SYNCHRONOUS:
                told[location] = event.time, {m.name: value for m, value in zip(event.metric.members, event.values)}
                self.units.update((member.name, member.unit) for member in event.metric.members)
            elif isinstance(event, otf2.events.Metric) and len(event.metric.members) > 1:
                self.sampled[location.name].append((event.time, dict(zip((m.name for m in event.metric.members), event.values))))
            elif isinstance(event, otf2.events.Metric):
                self.samples[location.name].append(event.values[0])
                self.metrics[location, event.metric.members[0].name].append(event.values[0])
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
        """A copy is a transfer, as long as itself: with the thread that asked for it, within the device with its own stream, to
        another device with the first stream of that."""
        copies = sorted((visit for visit in self.on_streams() if re.match("Memcpy (HtoD|DtoH|DtoD|PtoP)", visit.name)),
                        key=lambda visit: visit.begin)
        equal(len(self.transfers), len(copies), "transfers")
        calls = self.calls()
        for transfer, copy in zip(self.transfers, copies):
            equal((transfer.location, transfer.begin, transfer.end, transfer.bytes, transfer.is_get),
                  (copy.location, copy.begin, copy.end, copy.values["bytes"], "HtoD" in copy.name), "a transfer")
            partner = self.locations[transfer.partner]
            if "PtoP" in copy.name:
                other = next(location for location in self.locations
                             if location.group.name.startswith(f"GPU {copy.values['destination_device']},"))
                equal(partner, other, "whose memory it is")
            elif "DtoD" in copy.name:
                equal(partner, copy.location, "whose memory it is")
            else:
                equal(partner.name, calls[copy.correlation].location.name, "whose memory it is")

    def check_launch_keys(self):
        """Kernels of a stream are numbered in the order of their calls; the stream's place is the same for all of them."""
        streams = defaultdict(list)
        for kernel in self.on_streams():
            if kernel.region.source_file == "CUDA_KERNEL":
                streams[kernel.location.group, kernel.location.name.split(", lane")[0]].append(kernel)
        places = []
        for kernels in streams.values():
            kernels.sort(key=lambda kernel: (kernel.correlation, kernel.values.get("cuda_graph_node", 0), kernel.begin))
            keys = [kernel.values["vellum.launch"] for kernel in kernels]
            equal([key & 0xffffffff for key in keys], list(range(1, len(keys) + 1)), "launch keys")
            places += {key >> 32 for key in keys}
        equal(len(set(places)), len(streams), "streams of launch keys")

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
        values.pop("vellum.launch")
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
    equal({(wait.values["stream"], wait.values["event_stream"]) for wait in archive.named("Stream Wait Event")},
          {(22, 21)}, "who waits for whom")
    equal([(wait.values["event"], wait.values["event_stream"]) for wait in archive.named("Event Sync")],
          [(11, 22)], "the program's own wait")


def named(archive):
    streams = {(location.group.name.split(" (")[0].split(", ", 2)[2], location.name) for location in archive.locations
               if location.type == otf2.LocationType.ACCELERATOR_STREAM}
    equal(streams, {("trainer", "stream 21 (urgent, priority -5)"), ("trainer", "stream 22 (copies)"),
                    ("green context 41 of 1 with 66 multiprocessors, trainer, solver", "stream 23 (priority -1)")},
          "streams and their contexts")


def pools(archive):
    equal(archive.samples["memory pool 1: memory pool in use"], [0, 1 << 20, 2 << 20, 1 << 20, 0], "lent by the pool")
    equal(archive.samples["memory pool 1: memory pool size"], [2 << 20] * 5, "held by the pool")
    equal(archive.samples["device memory in use"], [1 << 20, 2 << 20, 1 << 20, 0], "memory in use")


def picture(archive):
    equal([archive.count(name) for name in ("void gemm<float, 128>(float const*, float const*, float*)",
                                            "void math::scale<float>(float*, float)", "first(float*)", "step")],
          [12] * 4, "kernels and ranges")
    equal([wait.values["event_stream"] for wait in archive.named("Stream Wait Event")], [21] * 12, "who is waited for")


def external(archive):
    ids = [(kernel.values.get("external_kind"), kernel.values.get("external_id"))
           for kernel in sorted(archive.named("work()"), key=lambda kernel: kernel.begin)]
    equal(ids, [(7, 4711), (None, None)], "numbers of the program's own")


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
    equal({visit.values["cause"] for visit in archive.named("Managed memory HtoD")}, {"coherence"}, "why pages move")
    equal({visit.values["access"] for visit in archive.named("GPU page faults")}, {"read"}, "what faults")
    equal([(visit.values["bytes"], visit.values["devices"], visit.values["cpu"]) for visit in archive.named("Thrashing")],
          [(1 << 20, 3, 1)], "who wants the pages")
    equal([visit.values["cause"] for visit in archive.named("Remote map")], ["policy"], "why pages are mapped")
    equal(archive.samples["managed memory moved to the device"], [i << 20 for i in range(1, 5)], "moved")
    equal(archive.samples["GPU page faults"], [16, 32, 48, 64], "faults")


def two_devices(archive):
    equal([group.name.split(",")[0] for group in archive.groups[1:]], ["GPU 0", "GPU 1"], "devices")
    equal(archive.count("Memcpy PtoP (Device -> Device)"), 1, "peer copies")
    copy = archive.named("Memcpy PtoP (Device -> Device)")[0]
    equal(copy.location.group, archive.groups[2], "its device")
    equal((copy.values["source_device"], copy.values["destination_device"]), (1, 0), "from where to where")
    equal(archive.count("Memcpy DtoD (Device -> Device)"), 1, "copies within a device")


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
    equal(archive.count("vectorAdd(float const*, float const*, float*, int)"), 3, "kernels before the device was reset")


def forked(archive):
    equal(archive.count("work()"), 2, "kernels of the parent")
    equal((archive.count("cudaLaunchKernel"), archive.count("cudaEventRecord")), (2, 0), "calls of the parent")


def killed(archive):
    equal(archive.count("work()"), 100, "kernels before the last flush")
    equal(archive.count("cudaLaunchKernel"), 101, "calls")


SCENES = {"vector_add": vector_add, "many": many, "two_streams": two_streams, "graph_thrice": graph_thrice,
          "managed": managed, "two_devices": two_devices, "threads": threads, "compile": compile_,
          "reset": reset, "named": named, "pools": pools, "picture": picture, "external": external, "forked": forked, "killed": killed}


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

    def __init__(self, args, scratch, scene, fake="", environment=None, options=(), program=None):
        self.output = os.path.join(scratch, f"{scene}-{len(os.listdir(scratch))}")
        self.anchor = os.path.join(self.output, "traces.otf2")
        variables = dict(os.environ, FAKE_CUPTI=fake, VELLUM_CUPTI_LIB=args.cupti)
        variables.update(environment or {})
        result = subprocess.run(
            [args.record, "-o", self.output, *options, "--", program or args.program, scene],
            capture_output=True, text=True, env=variables, check=False)
        self.status, self.out, self.err = result.returncode, result.stdout, result.stderr

    def says(self, text):
        equal(self.err.count(text), 1, f"how often {self.err!r} says {text!r}")


def check_scene(args, scratch, scene, fake):
    environment = {"VELLUM_CUPTI_BUFFER_KB": "8"} if fake else {}
    if scene == "external":
        environment["VELLUM_CUPTI_EXTERNAL"] = "1"
    run = Run(args, scratch, scene, fake, environment)
    equal(run.status, 137 if scene == "killed" else 7, f"status of {scene}: {run.err}")
    check_print(run.anchor)
    archive = Archive(run.anchor)
    SCENES[scene](archive)
    works = archive.check_launches()
    archive.check_transfers()
    archive.check_launch_keys()
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

    # A driver that does not answer any more: the program ends, with what was handed over before.
    run = Run(args, scratch, "killed", "stall", {"VELLUM_CUPTI_FLUSH_S": "1"})
    equal((run.status, Archive(run.anchor).count("work()")), (137, 100), "status and kernels of a program that is killed")
    run = Run(args, scratch, "vector_add", "stall", {"VELLUM_CUPTI_FLUSH_S": "1"})
    equal((run.status, run.out), (7, "done\n"), "status and output of a program whose records do not come")
    run.says("CUPTI has not handed over its last records within 1 s: they are missing")
    equal(Archive(run.anchor).count("cudaLaunchKernel"), 20, "calls")

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


def check_absent_driver(args, scratch):
    """Nobody starts us where there is no driver, or none that starts: the launcher says so, whether or not anything is recorded."""
    if has_driver():
        print("this machine has a driver: what is said without one is not tested")
        return
    missing = "source cuda: unavailable: the driver, libcuda.so.1, is not found"
    run = Run(args, scratch, "no_driver")
    equal((run.status, run.out), (7, "no driver\ndone\n"), "status and output")
    run.says(missing)
    equal(properties(run.anchor).get("VELLUM::UNAVAILABLE"), missing, "in the archive")
    run = Run(args, scratch, "ask", program=args.driver)
    equal((run.status, run.out), (7, "no driver\n"), f"status and output: {run.err}")
    run.says(missing)
    run.says("nothing was recorded")
    # A library that looks for the driver, as those of networks do, is not the program.
    looks = "import ctypes\ntry: ctypes.CDLL('libcuda.so.1')\nexcept OSError: print('no driver')"
    result = subprocess.run([args.record, "-o", os.path.join(scratch, "nothing"), "--", "/usr/bin/python3", "-c", looks],
                            capture_output=True, text=True, check=False)
    equal((result.stdout, result.stderr.count("libcuda")), ("no driver\n", 0), f"a look: {result.stderr}")
    run = Run(args, scratch, "no_driver", options=("--sources", "functions"))
    equal(run.err.count("libcuda"), 0, "what nobody asked for")
    # A driver that starts nobody, for want of a device.
    folder = os.path.join(scratch, "driver")
    os.mkdir(folder)
    shutil.copy(args.cupti, os.path.join(folder, "libcuda.so.1"))
    run = Run(args, scratch, "no_driver", environment={"LD_LIBRARY_PATH": folder})
    equal(run.out, "a driver\ndone\n", "output")
    run.says("source cuda: unavailable: the driver, libcuda.so.1, has not started; there may be no device that it can use")


def check_managed_refusals(args, scratch):
    """One kind of counter that is refused leaves the others on; older libraries take them of one device alone."""
    run = Run(args, scratch, "managed", "um=5")
    run.says("counting unified memory: thrashing fails with 15")
    archive = Archive(run.anchor)
    equal((archive.count("Thrashing"), archive.count("GPU page faults"), archive.count("Remote map")), (0, 4, 1),
          "what is counted")
    run = Run(args, scratch, "managed", "onedevice")
    equal(run.err.count("unavailable") + run.err.count("fails"), 0, f"what is said: {run.err}")
    equal(Archive(run.anchor).count("Thrashing"), 1, "what is counted")


def check_device_samples(args, scratch):
    """What NVML tells of both devices, the first of which the program uses."""
    def record(environment=None):
        variables = {"VELLUM_NVML_LIB": args.nvml, **(environment or {})}
        run = Run(args, scratch, "sampled", environment=variables, options=("--counters=5",))
        equal((run.status, run.out), (7, "done\n"), f"status and output: {run.err}")
        check_print(run.anchor)
        return run, Archive(run.anchor)

    run, archive = record()
    devices = [location for location in archive.locations if location.name.startswith("GPU")]
    equal([device.name for device in devices],
          ["GPU 0, counters (Fake GPU 9000)", "GPU 1, counters (Fake GPU 9000)"], "devices")
    equal([device.group.name.split(",")[0] for device in devices], ["GPU 0", archive.groups[0].name], "whose they are")
    for number, device in enumerate(devices):
        told = {name: values for (location, name), values in archive.metrics.items() if location is device}
        equal(len({len(values) for values in told.values()}), 1, "samples of each metric")
        expect(len(told["GPU power"]) >= 2, f"samples: {told}")
        expect(all(0 <= value - 300000 - 1000 * number < 7 for value in told["GPU power"]), f"power: {told['GPU power']}")
        for name, value in {"GPU clock": 1980, "GPU memory clock": 3201, "GPU temperature": 40 + number, "GPU use": 75,
                            "GPU memory use": 20, "GPU memory in use, by all processes": 10 ** 9}.items():
            equal(set(told[name]), {value}, name)
    equal(properties(run.anchor), {}, "what is not in the archive")
    result = subprocess.run([args.query, "counters", "--metric", "GPU power", "--format", "json", run.anchor],
                            capture_output=True, text=True, check=False)
    equal(result.returncode, 0, f"what our server says of it: {result.stderr}")

    run, archive = record({"FAKE_NVML": "temperature"})
    for number in range(2):
        run.says(f"source counters: GPU {number}: GPU temperature: refused with 3 (Not Supported)")
    names = {name for _, name in archive.metrics}
    expect("GPU power" in names and "GPU temperature" not in names, f"metrics: {names}")
    for environment, sentence in (
            ({"FAKE_NVML": "init"}, "source counters: devices: nvmlInit: refused with 9 (Driver Not Loaded)"),
            ({"VELLUM_NVML_LIB": "/nowhere/nvml.so"}, "source counters: devices: /nowhere/nvml.so cannot be loaded")):
        run, archive = record(environment)
        run.says(sentence)
        expect(sentence in properties(run.anchor).get("VELLUM::UNAVAILABLE", ""), "the archive does not say it")
        expect(not any(name.startswith("GPU") for _, name in archive.metrics), "metrics of devices")


def check_counted(args, scratch):
    """Each kernel has its own counts, also between two reads of the device, on two streams, of a graph, and of a context that ended."""
    metrics = ("gpu__time_duration.sum", "dram__bytes.sum", "lts__t_bytes.sum", "sm__inst_executed_pipe_tensor.sum")
    run = Run(args, scratch, "counted", environment={"VELLUM_CUPTI_RANGES": "4"}, options=("--gpu-metrics", ",".join(metrics)))
    equal((run.status, run.out), (7, "done\n"), f"status and output: {run.err}")
    check_print(run.anchor)
    archive = Archive(run.anchor)
    kernels = archive.on_streams()
    equal(len(kernels), 14, "kernels")
    for kernel in kernels:
        blocks, threads = kernel.values["grid_x"], kernel.values["block_x"]
        lasts = {"first(float*)": 1000, "second(float*)": 2000, "third(float*)": 3000}.get(kernel.name, 3000)
        counts = (lasts, blocks * 1000, threads * 10, blocks * threads)
        wanted = dict(zip(metrics, counts[:3] if kernel.name == "last()" else counts))
        equal(kernel.counts, wanted, f"what is counted of {kernel.name}")
    equal((archive.units["dram__bytes.sum"], archive.units["gpu__time_duration.sum"]), ("byte", ""), "units")
    missing = "source cuda: --gpu-metrics: FAKE90 cannot count sm__inst_executed_pipe_tensor.sum"
    equal(properties(run.anchor), {"VELLUM::CUDA::KERNEL_PASSES": "1", "VELLUM::UNAVAILABLE": missing}, "what the archive says")
    run.says(missing)
    run.says("each kernel ran 1 time, and alone, to be counted (--gpu-metrics)")
    result = subprocess.run([args.query, "counters", "--metric", "dram__bytes.sum", "--format", "json", run.anchor],
                            capture_output=True, text=True, check=False)
    equal(result.returncode, 0, f"what our server says of it: {result.stderr}")
    return run


def check_counts_refused(args, scratch):
    """What cannot be counted, or cannot be joined, is said; everything else is as ever, and nothing is joined wrongly."""
    def record(scene="counted", fake="", environment=None):
        run = Run(args, scratch, scene, fake, environment, ("--gpu-metrics", "roofline"))
        equal((run.status, run.out), (7, "done\n"), f"status and output: {run.err}")
        return run, Archive(run.anchor).on_streams()

    for number, why in ((35, "fails with 35 (CUPTI_ERROR_INSUFFICIENT_PRIVILEGES); the driver lets administrators alone count"),
                        (999, "fails with 999 (CUPTI_ERROR_UNKNOWN)"), (39, "fails with 39")):
        run, kernels = record(fake=f"counters={number}")
        run.says(f"kernels of context 1 are not counted: cuptiRangeProfilerEnable {why}")
        equal(len(kernels), 14, "kernels")
        equal({kernel.counts for kernel in kernels}, {None}, "counts")
    # The first four launches lose a kernel: they are not joined, those after them are.
    run, kernels = record(fake="lose=1", environment={"VELLUM_CUPTI_RANGES": "4"})
    run.says("context 1: 4 kernels were launched where CUPTI counted 3: which is which is not known")
    equal(sorted(kernel.values["grid_x"] for kernel in kernels if kernel.name == "work()" and kernel.counts is None),
          [1, 2, 3, 4], "kernels without counts")
    for kernel in kernels:
        expect(kernel.counts is None or kernel.counts["dram__bytes.sum"] == kernel.values["grid_x"] * 1000, "wrong counts")
    # A graph with more kernels than there is room for.
    run, kernels = record("graph_thrice", environment={"VELLUM_CUPTI_RANGES": "1"})
    equal([kernel.counts is None for kernel in kernels], [False] * 9, "kernels of graphs without counts")
    # Kernels whose records do not come.
    run, kernels = record(fake="deny=10")
    run.says("context 1: 0 kernels were launched where CUPTI counted 13")
    equal(kernels, [], "kernels")
    # Threads at once: none is joined wrongly, and those before and after them are joined.
    run, kernels = record("counted_together")
    alone = [kernel for kernel in kernels if kernel.name == "alone()"]
    equal([kernel.counts["dram__bytes.sum"] for kernel in alone], [7000] * 6, "kernels that were launched alone")
    for kernel in kernels:
        expect(kernel.counts is None or kernel.counts["dram__bytes.sum"] == kernel.values["grid_x"] * 1000, "wrong counts")
    # A library that is too old for it, and words that make no sense.
    for options, mistake in ((("--gpu-metrics", "rooflin"), "--gpu-metrics: rooflin is neither roofline, occupancy, tensor nor"),
                             (("--gpu-metrics", ","), "--gpu-metrics takes 1 to 64 metrics, not 0"),
                             (("--gpu-metrics", "tensor", "--sources", "nvtx"), "--gpu-metrics needs the source cuda"),
                             (("--gpu-metrics", "tensor", "--cuda-graphs", "graph"), "does not go with --cuda-graphs graph")):
        run = Run(args, scratch, "counted", options=options)
        equal((run.status, run.out), (2, ""), "status and output of nonsense")
        run.says(mistake)


SAMPLED = {"sm__cycles_active.avg.pct_of_peak_sustained_elapsed": 0, "dram__bytes.sum.per_second": 1,
           "pcie__read_bytes.sum.per_second": 2, "nvlrx__bytes.sum.per_second": 3}


def check_sampled_devices(args, scratch):
    """Every sample of the device is there, in its order and with its values, in the time of the recording; five metrics do not fit."""
    def record(fake="", rate="=2kHz"):
        run = Run(args, scratch, "sampled", fake, options=(f"--gpu-sampling{rate}",))
        equal((run.status, run.out), (7, "done\n"), f"status and output: {run.err}")
        check_print(run.anchor)
        return run, Archive(run.anchor)

    def check_values(samples, first=0):
        for number, (_, values) in enumerate(samples, first):
            equal(values, {name: number + place / 8 for name, place in SAMPLED.items()}, f"sample {number}")

    for fake in ("", "pmcycles"):
        run, archive = record(fake)
        (time, before), *samples = archive.sampled["GPU 0, samples"]
        equal(set(before.values()), {0}, "before the first sample")
        expect(len(samples) > 40, f"{len(samples)} samples of a tenth of a second")
        check_values(samples)
        times = [time, *(time for time, _ in samples)]
        steps = [(after - before) * 1e9 / archive.ticks for before, after in zip(times, times[1:])]
        expect(all(abs(step - 500000) < 5000 for step in steps), f"distances from {min(steps)} to {max(steps)} ns")
        location = next(location for location in archive.locations if location.name == "GPU 0, samples")
        equal(location.group.name.split(",")[0], "GPU 0", "whose they are")
        told = properties(run.anchor)["VELLUM::UNAVAILABLE"]
        expect("cannot count gr__cycles_active.avg.pct_of_peak_sustained_elapsed at the same time as the others" in told, told)
        expect("FAKE100 cannot count sm__pipe_tensor_cycles_active.avg" in told, told)
    # Kernels are where they were: the device's clock, half a minute ahead, is fitted to that of the recording.
    launches = [call for call in archive.calls().values() if call.name == "cudaLaunchKernel"]
    expect(times[0] < launches[-1].begin < times[-1], "samples lie elsewhere than the program")

    run, archive = record("pmoverflow")
    run.says("--gpu-sampling: GPU 0 had no room for all samples, 1 times; take fewer in a second")
    numbers = [values["sm__cycles_active.avg.pct_of_peak_sustained_elapsed"] for _, values in archive.sampled["GPU 0, samples"]]
    gap = next(place for place in range(2, len(numbers)) if numbers[place] == 0)
    equal(numbers[gap + 1] - numbers[gap - 1], 6, "the gap, where a zero stands for what is not known")

    for number, why in ((35, "(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES); the driver lets"), (999, "(CUPTI_ERROR_UNKNOWN)")):
        run, archive = record(f"pm={number}", "")
        run.says(f"--gpu-sampling: GPU 0 is not sampled: cuptiPmSamplingEnable fails with {number} {why}")
        equal((len(archive.sampled), archive.count("work()")), (0, 20), "samples, and kernels")
    for options, mistake in ((("--gpu-sampling=200kHz",), "a sampling rate is from 1 to 100,000 a second"),
                             (("--gpu-sampling", "--gpu-metrics=tensor"), "--gpu-metrics does not go with --gpu-sampling"),
                             (("--gpu-sampling", "--sources=nvtx"), "--gpu-sampling needs the source cuda")):
        run = Run(args, scratch, "sampled", options=options)
        equal((run.status, run.out), (2, ""), "status and output of nonsense")
        run.says(mistake)


def check_played(args, scratch):
    """What a recording's raw file holds comes once more, through another recording: the same work in the same rows, as long as before."""
    def rows_of(archive):
        """What works of each row are, and how long; rows without the names that NVTX gave them, which are no records."""
        rows = defaultdict(list)
        for visit in sorted(archive.on_streams(), key=lambda visit: visit.begin):
            values = tuple(sorted((name, value) for name, value in visit.values.items() if name != "correlation"))
            rows[re.sub(r" \(.*\)", "", visit.location.name)].append(
                ((visit.name, values), (visit.end - visit.begin) * 1e9 / archive.ticks))
        return rows

    def compare(played, original, what):
        equal(set(played), set(original), f"rows of {what}")
        for row, works in original.items():
            equal([work for work, _ in played[row]], [work for work, _ in works], f"work of {what}, {row}")
            # Each recording measures its clock's rate roughly and turns it back exactly; here two of them meet.
            for (_, one), (_, other) in zip(played[row], works):
                expect(abs(one - other) <= 20 + other / 500, f"durations of {what}, {row}: {one} and {other} ns")

    for scene in ("picture", "managed", "graph_thrice"):
        first = Run(args, scratch, scene, environment={"VELLUM_KEEP_SPOOL": "1"})
        raw = [os.path.join(folder, "cuda") for folder, _, files in os.walk(os.path.join(first.output, ".spool")) if "cuda" in files]
        equal(len(raw), 1, "raw files")
        original = Archive(first.anchor)
        for fake in ("", ",shuffle"):
            again = Run(args, scratch, "played", f"play={raw[0]}{fake}", {"VELLUM_CUPTI_BUFFER_KB": "8"} if fake else {})
            equal((again.status, again.out), (7, "done\n"), f"status and output: {again.err}")
            played = Archive(again.anchor)
            compare(rows_of(played), rows_of(original), scene + fake)
            equal(played.count("cudaLaunchKernel"), 0, "calls, which the raw file does not hold")
            equal(played.samples, original.samples, f"samples of {scene}{fake}")


def check_vendor_refusal(args, scratch):
    """NVIDIA's library on a machine without a driver: one sentence, and the program is what it was."""
    if has_driver():
        print("this machine has a driver: that CUPTI refuses without one is not tested")
        return
    run = Run(args, scratch, "start", program=args.driver)
    equal((run.status, run.out), (7, "done\n"), f"status and output: {run.err}")
    sentence = re.search(r"source cuda: unavailable: (cupti\w+) fails with 999 \(CUPTI_ERROR_UNKNOWN\)", run.err)
    expect(sentence is not None, f"what is said: {run.err}")
    expect(sentence is None or sentence.group() == properties(run.anchor).get("VELLUM::UNAVAILABLE"), "the archive's words")


def has_driver():
    listed = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=False)
    return "libcuda.so.1" in listed.stdout


def check_early_work(args, scratch):
    run = Run(args, scratch, "vector_add", "early")
    told = properties(run.anchor)
    equal(told, {"VELLUM::CUDA::WORK_BEFORE_ITS_CALL": "20"}, "work before its call")
    run.says("20 kernels and copies begin before the calls that asked for them, by up to ")


def main():
    parser = argparse.ArgumentParser()
    for option in ("--record", "--query", "--program", "--cupti", "--nvml", "--driver"):
        parser.add_argument(option, required=True)
    parser.add_argument("--scene", help="one of " + ", ".join(SCENES) + "; without it: what can go wrong")
    parser.add_argument("--fake", default="", help="how the library misbehaves, see fake_cupti.h")
    args = parser.parse_args()
    warnings.simplefilter("error")
    with tempfile.TemporaryDirectory() as scratch:
        if args.scene == "nvml":
            check_device_samples(args, scratch)
        elif args.scene == "played":
            check_played(args, scratch)
        elif args.scene == "sampled_devices":
            check_sampled_devices(args, scratch)
        elif args.scene == "counted":
            check_counted(args, scratch)
            check_counts_refused(args, scratch)
        elif args.scene == "vendor_refusal":
            check_vendor_refusal(args, scratch)
        elif args.scene:
            check_scene(args, scratch, args.scene, args.fake)
        else:
            check_refusals(args, scratch)
            check_managed_refusals(args, scratch)
            check_early_work(args, scratch)
            check_absent_driver(args, scratch)
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
