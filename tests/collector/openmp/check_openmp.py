#!/usr/bin/python3
"""Records programs that do known things with OpenMP, and compares the archive with what they do; read by OTF2's own
printer, the Python otf2 module and vellum-query.

CASE is tree (collector/examples/openmp), constructs, off, gnu, preload, other_tool, kill, fork, hybrid or eztrace.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter

import otf2

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from expectations import equal, expect, failed, printed_events, word  # noqa: E402
from openmp_archive import Archive  # noqa: E402

SKIPPED = 77
DEPTH, THREADS = 6, 4
LEAVES = 2**DEPTH


def record(args, scratch, *options, arguments=(), environment=None, output="archive"):
    folder = os.path.join(scratch, output)
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "KMP_", "GOMP_"))}
    result = subprocess.run(
        [args.record, "-o", folder, *options, "--", args.program, *arguments],
        capture_output=True, text=True, env={**plain, **(environment or {})}, check=False)
    return result, os.path.join(folder, "traces.otf2")


def record_tree(args, scratch, *options, **more):
    return record(args, scratch, *options, arguments=(str(DEPTH), str(THREADS)), **more)


def query(args, *words):
    return json.loads(subprocess.run(
        [args.query, *words, "--format", "json", "--no-cache"], capture_output=True, text=True, check=True).stdout)


def line_of(args, text):
    with open(args.source, encoding="utf-8") as source:
        found = [number for number, line in enumerate(source, 1) if text in line]
    equal(len(found), 1, f"lines with {text}")
    return f"{os.path.basename(args.source)}:{found[0]}"


TREE = {
    "!$omp parallel": 2 * THREADS,
    "!$omp single": 1,
    "!$omp task": 2 * LEAVES - 2,
    "!$omp taskwait": LEAVES - 1,
    "!$omp for": THREADS,
    "!$omp barrier": THREADS,
    "!$omp implicit barrier": 3 * THREADS,  # of the single, and of two parallel regions
    "!$omp critical": LEAVES,
    "!$omp critical sblock": LEAVES,
    "omp_set_lock": THREADS,
}
TREE_EVENTS = {
    "ThreadFork": 2,
    "ThreadJoin": 2,
    "ThreadTeamBegin": 2 * THREADS,
    "ThreadTeamEnd": 2 * THREADS,
    "ThreadTaskCreate": 2 * LEAVES - 2,
    "ThreadTaskSwitch": 2 * (2 * LEAVES - 2),
    "ThreadTaskComplete": 2 * LEAVES - 2,
    "ThreadAcquireLock": LEAVES + THREADS,
    "ThreadReleaseLock": LEAVES + THREADS,
}
ROLES = {"!$omp parallel": "PARALLEL", "!$omp single": "SINGLE", "!$omp task": "TASK", "!$omp taskwait": "TASK_WAIT",
         "!$omp for": "LOOP", "!$omp barrier": "BARRIER", "!$omp implicit barrier": "IMPLICIT_BARRIER",
         "!$omp critical": "CRITICAL", "!$omp critical sblock": "CRITICAL_SBLOCK", "omp_set_lock": "WRAPPER"}


def check_tree(args, anchor):
    archive = Archive(anchor)
    equal({name: archive.count(name) for name in TREE}, TREE, "visits")
    equal({kind: archive.kinds[kind] for kind in TREE_EVENTS}, TREE_EVENTS, "events")
    for name, region in archive.regions.items():
        if name.split(" @")[0] in ROLES:
            equal(word(region.region_role), ROLES[name.split(" @")[0]], f"role of {name}")
            equal(word(region.paradigm), "OPENMP", f"paradigm of {name}")
    for construct, text in (("task", "task shared(left)"), ("task", "task shared(right)"), ("taskwait", "omp taskwait"),
                            ("single", "omp single"), ("for", "omp for"), ("barrier", "omp barrier"),
                            ("critical", "omp critical")):
        expect(f"!$omp {construct} @{line_of(args, text)}" in archive.visits, f"no {construct} has the line of {text}")
    equal([len(team) for team in archive.teams], [THREADS], "sizes of teams")
    equal(archive.teams[0][0], "main", "the first thread of the team")
    equal(sorted(archive.locations, key=str.lower), ["main"] + [f"OMP thread {number}" for number in range(1, THREADS)], "locations")
    return archive


def case_tree(args, scratch):
    """By default, and asked for by name; what three readers see is the same."""
    result, anchor = record_tree(args, scratch)
    equal(result.returncode, 0, f"status, {result.stderr}")
    expect("128.0 68" in result.stdout, f"the program says {result.stdout}")
    archive = check_tree(args, anchor)
    equal(archive.visits["pthread_create"], THREADS - 1, "threads that are made")
    printed = printed_events(anchor)
    for kind, count in TREE_EVENTS.items():
        equal(printed.get(re.sub(r"(?<!^)([A-Z])", r"_\1", kind).upper()), count, f"{kind} as otf2-print shows it")
    profile = query(args, "profile", anchor)["result"]["rows"]
    ours = Counter()
    for row in profile:
        ours[row["name"].split(" @")[0]] += row["visits"]
    equal({name: ours[name] for name in TREE}, TREE, "visits of vellum-query")
    groups = query(args, "profile", anchor, "--by", "group")["result"]["rows"]
    expect([row for row in groups if "OpenMP" in json.dumps(row)], f"no group of OpenMP: {groups}")
    info = query(args, "info", anchor)["result"]
    equal({kind: info["events_by_kind"][kind] for kind in TREE_EVENTS}, TREE_EVENTS, "events of vellum-query")
    equal(info["import_report"], [], "findings of the import")
    only, anchor = record_tree(args, scratch, "--sources", "openmp", output="only")
    equal((only.returncode, "unavailable" in only.stderr), (0, False), f"status of OpenMP alone, {only.stderr}")
    expect(not check_tree(args, anchor).visits["pthread_create"], "threads are recorded unasked")


def case_constructs(args, scratch):
    result, anchor = record(args, scratch, "--sources", "openmp")
    equal((result.returncode, result.stdout), (0, "68\n"), f"status and output, {result.stderr}")
    printed_events(anchor)
    archive = Archive(anchor)
    regions = {name: archive.visits[f"!$omp parallel @{line_of(args, '// begin: ' + name)}"]
               for name in ("outer", "inner", "alone", "before the pause")}
    equal(regions, {"outer": 2, "inner": 4, "alone": 1, "before the pause": 2}, "threads of parallel regions")
    equal(archive.kinds["ThreadFork"], 10, "forks")
    equal(archive.kinds["ThreadTeamBegin"], archive.count("!$omp parallel"), "teams that begin")
    equal(sorted(set(map(len, archive.teams))), [1, 2], "sizes of teams")
    tasks = {name: archive.visits[f"!$omp task @{line_of(args, '// begin: ' + name)}"]
             for name in ("outside", "undeferred")}
    equal(tasks, {"outside": 1, "undeferred": 8}, "visits of tasks")
    expect(archive.visits[f"!$omp task @{line_of(args, '// begin: untied')}"] >= 8, "untied tasks are lost")
    # 1 outside, 8 untied and 8 within them, 5 of a group, 4 of a loop.
    equal((archive.tasks, archive.kinds["ThreadTaskComplete"]), (26, 26), "tasks")
    expected = {"!$omp sections": 2, "!$omp single": 3, "!$omp masked": 1, "!$omp for": 2, "!$omp ordered": 6,
                "!$omp ordered sblock": 6, "!$omp taskgroup": 2, "!$omp taskgroup wait": 2, "!$omp taskloop": 1}
    equal({name: archive.count(name) for name in expected}, expected, "visits")
    equal(archive.count("!$omp critical"), archive.count("!$omp critical sblock"), "critical sections")
    # Each thread takes either lock, and two tests get one.
    locks = archive.kinds["ThreadAcquireLock"] - archive.count("!$omp critical") - archive.count("!$omp ordered")
    equal(locks, 6, "acquisitions of locks")
    # A test is told as a call that waits by some runtimes.
    expect(2 <= archive.count("omp_set_lock") <= 4 and 4 <= archive.count("omp_set_nest_lock") <= 5, "calls for locks")
    last = f"!$omp implicit barrier @{line_of(args, '// begin: before the pause')}"
    equal(len(archive.ends[last]), 2, f"visits of {last}")
    expect(max(archive.ends[last]) <= archive.joins[-1], "a thread waits on behind its parallel region")


def case_off(args, scratch):
    for options in ("--sources", "threads"), ("--sources", "functions,threads"):
        result, anchor = record_tree(args, scratch, *options)
        equal(result.returncode, 0, f"status with {options}")
        archive = Archive(anchor)
        equal((archive.count("!$omp parallel"), archive.kinds["ThreadFork"]), (0, 0), f"OpenMP with {options}")
        equal(archive.visits["pthread_create"], THREADS - 1, f"threads with {options}")
        shutil.rmtree(os.path.join(scratch, "archive"))


def case_gnu(args, scratch):
    """libgomp tells nothing: who asked for OpenMP by name is told so, once; others are not."""
    sentence = "source openmp: unavailable: libgomp offers no tool interface"
    for sources, is_said in ("threads,openmp", True), ("", False):
        options = ("--sources", sources) if sources else ()
        result, anchor = record_tree(args, scratch, *options)
        equal(result.returncode, 0, f"status with {options}")
        expect("128.0 68" in result.stdout, f"the program says {result.stdout}")
        equal(result.stderr.count(sentence), 1 if is_said else 0, f"sentences with {options}: {result.stderr}")
        info = subprocess.run([args.query, "info", anchor, "--no-cache"], capture_output=True, text=True, check=True)
        equal(info.stdout.count(sentence), 1 if is_said else 0, f"sentences of the trace with {options}")
        equal(Archive(anchor).visits["pthread_create"], THREADS - 1, f"threads with {options}")
        shutil.rmtree(os.path.join(scratch, "archive"))


def case_preload(args, scratch):
    """What gcc compiled runs on libomp, which has the entry points of libgomp, too."""
    libraries = subprocess.run(["ldd", args.runtime_of], capture_output=True, text=True, check=True).stdout
    runtime = re.search(r"=> (\S*/lib(?:i?omp|iomp5)\S*)", libraries).group(1)
    result, anchor = record_tree(args, scratch, "--sources", "openmp", environment={"LD_PRELOAD": runtime})
    equal(result.returncode, 0, f"status, {result.stderr}")
    expect("128.0 68" in result.stdout, f"the program says {result.stdout}")
    printed_events(anchor)
    archive = Archive(anchor)
    barriers = ("!$omp barrier", "!$omp implicit barrier")  # libgomp's interface does not tell one from the other
    shared = {name: count for name, count in TREE.items() if name not in barriers}
    equal({name: archive.count(name) for name in shared}, shared, "visits")
    events = {kind: archive.kinds[kind] for kind in TREE_EVENTS}
    equal(events, TREE_EVENTS, "events")


def case_other_tool(args, scratch):
    """Where the user has a tool, it is not ours; and where tools are forbidden, nobody is."""
    sources = ("--sources", "threads,openmp")
    for environment, sentence in (
            ({"OMP_TOOL_LIBRARIES": "/nowhere/tool.so"}, "OMP_TOOL_LIBRARIES names another tool, /nowhere/tool.so"),
            ({"OMP_TOOL": "disabled"}, "did not ask for a tool")):
        result, anchor = record_tree(args, scratch, *sources, environment=environment)
        equal(result.returncode, 0, f"status with {environment}")
        expect(sentence in result.stderr, f"with {environment}: {result.stderr}")
        equal(Archive(anchor).kinds["ThreadFork"], 0, f"forks with {environment}")
        shutil.rmtree(os.path.join(scratch, "archive"))


def case_kill(args, scratch):
    """A program that is killed in its tasks leaves a whole archive of what was until then."""
    result, anchor = record(args, scratch, "--sources", "openmp", arguments=("kill",))
    equal(result.returncode, 128 + 9, f"status, {result.stderr}")
    printed_events(anchor)
    archive = Archive(anchor, is_whole=False)
    expect(archive.count("!$omp task") >= 3 and archive.kinds["ThreadFork"] == 2, f"what is left: {archive.visits}")


def case_fork(args, scratch):
    """The runtime of a forked child begins anew; its teams are its own."""
    result, anchor = record(args, scratch, "--sources", "openmp", "--follow-fork", arguments=("fork",))
    equal(result.returncode, 0, f"status, {result.stderr}")
    printed_events(anchor)
    archive = Archive(anchor)
    equal(archive.kinds["ThreadFork"], 3, "forks in both processes")
    equal(archive.count("!$omp parallel"), 6, "threads in them")
    equal(len(archive.teams), 2, "teams")


def case_hybrid(args, scratch):
    """Ranks of MPI with teams of their own, behind the communicators of MPI."""
    folder = os.path.join(scratch, "archive")
    result = subprocess.run(
        [args.mpiexec, "--oversubscribe", "-n", "2", args.record, "-o", folder, "--", args.program], capture_output=True,
        text=True, check=False,
        env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    equal(result.returncode, 0, f"status, {result.stderr}")
    anchor = os.path.join(folder, "traces.otf2")
    printed = printed_events(anchor)
    equal(printed.get("THREAD_TEAM_BEGIN"), 4, "members of teams")
    equal(printed.get("THREAD_TASK_COMPLETE"), 10, "tasks")
    with otf2.reader.open(anchor) as trace:
        names = [comm.name for comm in trace.definitions.comms]
        equal(names[:2] + names[3:], ["MPI_COMM_WORLD", "MPI_COMM_SELF"] + 2 * ["OpenMP team of 2 threads"], "communicators")
        for _, event in trace.events:
            if isinstance(event, otf2.events.ThreadTeamBegin):
                expect(event.thread_team.name.startswith("OpenMP"), f"a team is {event.thread_team.name}")
            elif isinstance(event, otf2.events.MpiCollectiveEnd):
                equal(event.communicator, trace.definitions.comms[2], "the communicator of the sum")
    equal(query(args, "info", anchor)["result"]["import_report"], [], "findings of the import")


def case_eztrace(args, scratch):
    """Another collector sees as many of all that it knows."""
    eztrace = shutil.which("eztrace")
    if eztrace is None:
        print("eztrace is not installed")
        return SKIPPED
    _, anchor = record_tree(args, scratch, "--sources", "openmp")
    ours = Archive(anchor)
    folder = os.path.join(scratch, "eztrace")
    subprocess.run([eztrace, "-o", folder, "-t", "ompt", args.program, str(DEPTH), str(THREADS)],
                   capture_output=True, check=True)
    log = os.path.join(folder, os.path.basename(args.program) + "_trace", "eztrace_log.otf2")
    printed = subprocess.run(["otf2-print", log], capture_output=True, text=True, check=False).stdout
    kinds = Counter(re.findall(r"^([A-Z_]+) +\d+ +\d+ ", printed, re.MULTILINE))
    theirs = Counter(re.findall(r"^ENTER.*Region: \"([^\"]+)\"", printed, re.MULTILINE))
    if not theirs:
        print("eztrace records nothing here")
        return SKIPPED
    equal({"tasks made": ours.kinds["ThreadTaskCreate"], "switches": ours.kinds["ThreadTaskSwitch"],
           "acquired": ours.kinds["ThreadAcquireLock"], "released": ours.kinds["ThreadReleaseLock"],
           "parallel regions": ours.kinds["ThreadFork"], "members of teams": ours.count("!$omp parallel"),
           "loops": ours.count("!$omp for"), "barriers": ours.count("!$omp barrier"),
           "implicit barriers": ours.count("!$omp implicit barrier"),
           "waits for locks": ours.count("!$omp critical") + ours.count("omp_set_lock")},
          {"tasks made": kinds["THREAD_TASK_CREATE"], "switches": kinds["THREAD_TASK_SWITCH"],
           "acquired": kinds["THREAD_ACQUIRE_LOCK"], "released": kinds["THREAD_RELEASE_LOCK"],
           "parallel regions": theirs["OpenMP parallel"],
           "members of teams": theirs["OpenMP implicit task"] - 1,  # theirs has the task of the serial part
           "loops": theirs["OpenMP loop"], "barriers": theirs["OpenMP barrier"],
           "implicit barriers": theirs["OpenMP implicit barrier"],
           "waits for locks": theirs["OpenMP acquire mutex"]}, "what EZTrace counts")
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "case", choices=("tree", "constructs", "off", "gnu", "preload", "other_tool", "kill", "fork", "hybrid", "eztrace"))
    for option in ("--record", "--query", "--program", "--source"):
        parser.add_argument(option, required=True)
    parser.add_argument("--runtime-of")
    parser.add_argument("--mpiexec")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        status = globals()["case_" + args.case](args, os.path.realpath(scratch))
    return failed() or status or 0


if __name__ == "__main__":
    sys.exit(main())
