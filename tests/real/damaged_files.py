#!/usr/bin/python3
"""JSON traces and Nsight exports cut at 50 random places and with 50 random bytes flipped: each is
answered, or refused in one sentence; nothing crashes or hangs."""

import gzip
import os
import random
import subprocess
import sys
import tempfile

import testing

CASES = (
    ("param-kineto/dlrm_kineto/worker0_step_12.1694128201545.pt.trace.json", "as it is"),
    ("hta-kineto/amd_trace/mi250_minitoy_train_ROCm6_2_kineto.json.gz", "as it is"),
    ("hta-kineto/amd_trace/mi250_minitoy_train_ROCm6_2_kineto.json.gz", "unpacked"),
    ("hta-kineto/amd_trace/mi250_minitoy_train_ROCm6_2_kineto.json.gz", "packed with zstd"),
    ("nsys-ai/mock.sqlite", "as it is"),
    ("jacc-nsys/cg_trace.sqlite", "as it is"),
)
CUTS = 50
FLIPS = 50
SECONDS = 60


def faults(path, name):
    """What is wrong with the answer about \\p path."""
    try:
        done = subprocess.run(
            [testing.tool("vellum-query"), "profile", path, "--format", "json", "--memory", "2G"],
            capture_output=True, text=True, errors="replace", check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        yield "%s: no answer in %d s" % (name, SECONDS)
        return
    lines = done.stderr.strip().splitlines()
    if done.returncode not in (0, 3):
        yield "%s: status %d: %s" % (name, done.returncode, done.stderr[-500:])
    elif done.returncode == 3 and (len(lines) != 1 or done.stdout):
        yield "%s: refused in %d lines: %s" % (name, len(lines), done.stderr[-500:])
    elif done.returncode == 0 and not done.stdout.startswith("{"):
        yield "%s: no answer: %s" % (name, done.stdout[:200])


def damaged(whole, seed):
    """(what was done, bytes) of every damaged copy."""
    source = random.Random(seed)
    for _ in range(CUTS):
        length = source.randrange(len(whole))
        yield "cut at %d" % length, whole[:length]
    for i in range(FLIPS):
        copy = bytearray(whole)
        # One byte, or fifty at once.
        for _ in range(1 if i % 2 else 50):
            copy[source.randrange(len(copy))] = source.randrange(256)
        yield "flips %d" % i, bytes(copy)


def main():
    folder = testing.real_traces()
    found = []
    for case, how in CASES:
        path = os.path.join(folder, case)
        if not os.path.exists(path):
            continue
        opener = open if how == "as it is" else gzip.open
        with opener(path, "rb") as file:
            whole = file.read()
        if how == "packed with zstd":
            whole = subprocess.run(
                ["zstd", "-q", "-c"], input=whole, capture_output=True, check=True).stdout
        before = len(found)
        with tempfile.TemporaryDirectory() as scratch:
            copy = os.path.join(scratch, "damaged")
            for what, content in damaged(whole, seed=len(whole)):
                with open(copy, "wb") as file:
                    file.write(content)
                found.extend(faults(copy, "%s %s, %s" % (case, how, what)))
        print("%s %s: %d copies, %d faults" % (case, how, CUTS + FLIPS, len(found) - before), flush=True)
    for line in found[:20]:
        print("  " + line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
