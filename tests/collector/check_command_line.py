#!/usr/bin/python3
"""What vellum-record says and returns when it is used in ways that do not work, and in some that do."""

import argparse
import os
import signal
import subprocess
import sys
import tempfile

import otf2

FAILURES = []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("--waiting", required=True, help="a program that writes a line and waits")
    parser.add_argument("--flood", required=True, help="a program with 200000 events")
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as scratch:

        def case(status, sentence, *words):
            result = subprocess.run(
                [args.record, *words], capture_output=True, text=True, cwd=scratch, check=False)
            said = result.stdout + result.stderr
            if result.returncode != status or sentence not in said or "Traceback" in said:
                FAILURES.append(f"{words}: status {result.returncode}, not {status}: {said!r}")
            return result

        case(0, "COMMAND", "--help")
        case(0, "vellum-record 0", "--version")
        case(2, "a command is needed")
        case(2, "a command is needed", "-o", "x", "--")
        case(2, "put -- before the command: vellum-record [OPTIONS] -- ./p", "./p", "a")
        case(2, "vellum-record: there is no option '--foo'; see --help", "--foo", "--", args.program)
        for rate in ("0", "1MHz", "20kHz", "often"):
            case(2, f"a sampling rate is from 1 to 10,000 a second, as 1kHz or 500, not '{rate}'",
                 f"--sample={rate}", "--", args.program)
        case(2, "not '1.5kHz'", "--sampling-rate", "1.5kHz", "--", args.program)
        case(2, "--cuda-graphs takes node or graph, not 'all'", "--cuda-graphs", "all", "--", args.program)
        case(2, "--buffer takes a size such as 64M or 4G, at least 64 KiB, not '1'",
             "--buffer", "1", "--", args.program)
        case(2, "--sources takes functions, threads, cuda, nvtx, mpi, openmp, sampling, io, counters, memory, python, waits, not 'gpu'",
             "--sources", "functions,gpu", "--", args.program)
        case(2, "at least 64 KiB, not 'many'", "--buffer", "many", "--", args.program)
        case(2, "filter nowhere.filter cannot be read", "--filter", "nowhere.filter", "--", args.program)
        with open(os.path.join(scratch, "bad.filter"), "w", encoding="utf-8") as file:
            file.write("# two lines\nEXCLUDE x\n")
        case(2, "filter bad.filter, line 2", "--filter", "bad.filter", "--", args.program)
        case(127, "./nowhere cannot be started: not found", "-o", "none", "--", "./nowhere")
        with open(os.path.join(scratch, "plain.txt"), "w", encoding="utf-8") as file:
            file.write("text\n")
        case(126, "./plain.txt cannot be started: Permission denied", "-o", "none", "--", "./plain.txt")
        case(2, "exists and is not an empty folder", "-o", scratch, "--", args.program)
        if os.path.exists(os.path.join(scratch, "none")):
            FAILURES.append("a folder is left of a command that was not started")

        result = case(0, "events of 2 regions on 1 location of 1 process", "--", args.program)
        made = [name for name in os.listdir(scratch) if name.startswith("vellum-recursion-")]
        if len(made) != 1 or not os.path.exists(os.path.join(scratch, made[0], "traces.otf2")):
            FAILURES.append(f"the default output is not there: {os.listdir(scratch)}")
        if result.stdout != "55\n":
            FAILURES.append(f"the command's output is touched: {result.stdout!r}")
        # Standard input belongs to the command, and only to it.
        result = subprocess.run(
            [args.record, "-q", "-o", "none", "--", "cat"], input="to cat\n", capture_output=True,
            text=True, cwd=scratch, check=False)
        if result.stdout != "to cat\n" or "cat: nothing was recorded" not in result.stderr:
            FAILURES.append(f"cat: {result.stdout!r} {result.stderr!r}")

        # Ctrl-C goes to the whole group and is the command's to answer; SIGTERM is passed on to it.
        for number, whole_group in ((signal.SIGINT, True), (signal.SIGTERM, False)):
            output = f"after-{number}"
            with subprocess.Popen(
                    [args.record, "-q", "-o", output, "--", args.waiting], cwd=scratch,
                    stdout=subprocess.PIPE, text=True, start_new_session=True) as recorder:
                recorder.stdout.readline()
                (os.killpg if whole_group else os.kill)(recorder.pid, number)
            archived = os.path.exists(os.path.join(scratch, output, "traces.otf2"))
            if recorder.returncode != 128 + number or not archived:
                FAILURES.append(f"{number}: status {recorder.returncode}, archive {archived}")

        # A machine whose counter is not trusted records with the kernel's clock.
        subprocess.run(
            [args.record, "-q", "-o", "slow-clock", "--", args.program], cwd=scratch, check=False,
            env={**os.environ, "VELLUM_CLOCK": "monotonic"}, stdout=subprocess.DEVNULL)
        with otf2.reader.open(os.path.join(scratch, "slow-clock", "traces.otf2")) as trace:
            resolution = trace.definitions.clock_properties.timer_resolution
            if resolution != 10**9:
                FAILURES.append(f"resolution {resolution} of the monotonic clock")

        # No space for events: what was stored is there, what was not is counted, the program does not notice.
        def limited(blocks, output, *options):
            return subprocess.run(
                ["sh", "-c", f"ulimit -f {blocks}; exec \"$@\"", "sh",
                 args.record, "-o", output, *options, "--", args.flood],
                capture_output=True, text=True, cwd=scratch, check=False)

        with open(os.path.join(scratch, "no-work.filter"), "w", encoding="utf-8") as file:
            file.write("SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE work*\nSCOREP_REGION_NAMES_END\n")
        result = limited(1024, "full", "--filter", "no-work.filter")
        if result.returncode != 0 or "events were lost" not in result.stderr:
            FAILURES.append(f"no space for events: {result.returncode} {result.stderr!r}")
        # None for the archive: the events stay where they are.
        result = limited(2048, "too-large")
        if (result.returncode != 0 or "cannot be written" not in result.stderr
                or "the raw events are kept in" not in result.stderr):
            FAILURES.append(f"no space for the archive: {result.returncode} {result.stderr!r}")

    for message in FAILURES:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
