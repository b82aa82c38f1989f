#!/usr/bin/python3
"""What is said at the end of a recording, and what the archive keeps of how it was made."""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import otf2

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def count_events(path):
    """All events, and the flushes of buffers."""
    events = flushes = 0
    with otf2.reader.open(path) as trace:
        for _, event in trace.events:
            events += 1
            flushes += isinstance(event, otf2.events.Enter) and event.region.name == "TRACE BUFFER FLUSH"
    return events, flushes


def check_line(args, scratch):
    for buffer in ("64K", "64M"):
        output = os.path.join(scratch, buffer)
        said = subprocess.run([args.record, "--buffer", buffer, "-o", output, "--", args.hot, "2", "2000"],
                              capture_output=True, text=True, check=True).stderr
        path = os.path.join(output, "traces.otf2")
        events, flushes = count_events(path)
        match = re.fullmatch(
            r"vellum-record: \S+/traces\.otf2: (\d+) events of \d+ regions on 2 locations of 1 process, "
            r"([\d.,]+ (?:bytes|KiB|MiB)), (\d+) flush(?:es)?, overhead about (\d+\.\d) %\n", said)
        expect(match, f"it says {said!r}")
        if match:
            expect((int(match.group(1)), int(match.group(3))) == (events, flushes), f"{said!r}: {events}, {flushes}")
            expect(0 < float(match.group(4)) <= 100, f"it says {said!r}")
        expect((flushes > 0) == (buffer == "64K"), f"--buffer {buffer}: {flushes} flushes")


def check_properties(args, scratch):
    output = os.path.join(scratch, "facts")
    own = {"OMP_NUM_THREADS": "3", "SLURM_NTASKS": "7", "VELLUM_CLOCK": "monotonic", "OMPI_MCA_btl": "self," + 400 * "x",
           "OMP_SECRET": "s1", "VELLUM_API_TOKEN": "s2", "I_MPI_AUTH_METHOD": "s3", "AWS_SESSION": "s4", "PASSWORD": "s5",
           "OMP_EMPTY": "", "OMP_ODD-NAME.1": "s6"}
    subprocess.run([args.record, "-q", "--auto-filter=7,8us", "-o", output, "--", args.hot, "1", "77"],
                   capture_output=True, check=True, env={**os.environ, **own})
    said = subprocess.run([args.query, "info", "--format", "json", os.path.join(output, "traces.otf2")],
                          capture_output=True, text=True, check=True).stdout
    prefix = "VELLUM::MEASUREMENT::"
    found = {one["name"].removeprefix(prefix): one["value"]
             for one in json.loads(said)["result"]["property_list"] if one["name"].startswith(prefix)}
    expect(found["OPTIONS"] == "--sources functions,threads,cuda,nvtx,mpi,openmp --auto-filter=7,8000ns", f"{found['OPTIONS']}")
    expect(found["PROGRAM"] == os.path.basename(args.hot) and found["CLOCK"] == "CLOCK_MONOTONIC", f"{found}")
    expect(found["HOST"] == os.uname().nodename and os.uname().release in found["SYSTEM"], f"{found}")
    expect(found["PROCESSORS"] == f"{len(os.sched_getaffinity(0))} of {os.cpu_count()}", f"{found['PROCESSORS']}")
    kept = {name.removeprefix("ENVIRONMENT::"): value for name, value in found.items() if name.startswith("ENVIRONMENT::")}
    # OTF2 writes names of properties in capital letters.
    expected = {"OMP_NUM_THREADS": "3", "SLURM_NTASKS": "7", "VELLUM_CLOCK": "monotonic", "OMPI_MCA_BTL": "self," + 251 * "x"}
    expect({name: kept.get(name) for name in expected} == expected, f"of the environment it keeps {kept}")
    expect(not (set(own) - set(expected)) & set(kept), f"it keeps {set(kept)}")
    expect(not any(value in own.values() and value.startswith("s") and len(value) == 2 for value in found.values()),
           "a secret is kept")
    listed = ("OMP_", "KMP_", "GOMP_", "OMPI_", "I_MPI_", "MPICH_", "UCX_", "VELLUM_", "SLURM_", "MKL_", "CUDA_", "HIP_",
              "ROCR_", "NCCL_", "PMI_", "OPENBLAS_", "MALLOC_", "HWLOC_")
    expect(all(name.startswith(listed) for name in kept), f"it keeps {sorted(kept)}")
    expect(json.dumps("77") not in json.dumps(list(found.values())), "an argument of the program is kept")


def main():
    parser = argparse.ArgumentParser()
    for option in ("--record", "--query", "--hot"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        check_line(args, scratch)
        check_properties(args, scratch)
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
