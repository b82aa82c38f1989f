#!/usr/bin/env python3
"""Runs clang-tidy over the translation units of a compilation database, two at a time and with a memory.

A unit is clean as long as its preprocessed text, .clang-tidy and the tool stay what they were; the
hashes of clean units are kept in a folder, so that checking a small change takes seconds. They hold for
every checkout: where a checkout lies is no part of them. Units changed last come first, so that a run
with --minutes, which is for machines without a memory, checks what is new and says what it left.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
OURS = ("common/", "server/", "gui/", "collector/", "tests/")
# Programs that stand in for a user's own: what is recorded is written as anybody would.
NOT_OURS = ("tests/collector/programs/",)
# What gcc understands and clang 14 refuses.
GCC_ONLY = ("-finstrument-functions", "-fno-instrument-functions", "-fno-sanitize-recover")


def sources(build):
    """(file, compile arguments, folder) of every source: those that are compiled together come apart again."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if "/Unity/" not in file.as_posix():
            yield file, shlex.split(entry["command"]), entry["directory"]
            continue
        for included in re.findall(r'^#include "(.*)"$', file.read_text(), re.MULTILINE):
            arguments = [
                included if argument == entry["file"] else argument
                for argument in shlex.split(entry["command"])]
            yield pathlib.Path(included).resolve(), arguments, entry["directory"]


def units(build, only):
    """(file, compile arguments, folder) of every unit of ours, each once."""
    seen = set()
    for file, command, folder in sources(build):
        try:
            relative = file.relative_to(TOP).as_posix()
        except ValueError:
            continue
        if not relative.startswith(OURS) or relative.startswith(NOT_OURS):
            continue
        if file.suffix != ".cpp" or "_autogen/" in relative:
            continue  # C and generated code are not linted
        if relative in seen or (only and relative not in only):
            continue
        seen.add(relative)
        arguments = [
            argument for argument in command
            if not argument.startswith(GCC_ONLY) and not argument.endswith("/ccache")]
        yield relative, arguments, folder


def write_database(work, folder):
    """The units as clang-tidy is to see them."""
    folder.mkdir(exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps([
        {"file": str(TOP / relative), "directory": directory, "arguments": arguments}
        for relative, arguments, directory in work]))


def preprocessed_hash(arguments, folder, salt):
    """Of everything the check can depend on, or None if the unit does not preprocess."""
    command, skip = [], False
    for argument in arguments:
        if skip:
            skip = False
        elif argument == "-o":
            skip = True
        elif argument != "-c":
            command.append(argument)
    run = subprocess.run(
        command + ["-E", "-P", "-C"], cwd=folder, capture_output=True, check=False)
    if run.returncode != 0:
        return None
    # __FILE__ in an assertion has the checkout's path in it, which no finding depends on.
    text = run.stdout.replace(str(TOP).encode() + b"/", b"")
    return hashlib.sha256(salt + text).hexdigest()


def check(unit, tool, database, memory, salt, deadline):
    """(file, clang-tidy's exit status, what it said); the status is None for a unit out of time."""
    relative, arguments, folder = unit
    digest = preprocessed_hash(arguments, folder, salt)
    mark = memory / digest if digest else None
    if mark and mark.exists():
        return relative, 0, ""
    if time.monotonic() > deadline:
        return relative, None, ""
    # GCC's own warning options mean nothing to clang; the sanitizers' link nothing here.
    run = subprocess.run(
        [tool, "--quiet", "-p", str(database), "--extra-arg=-Wno-unknown-warning-option",
         "--extra-arg=-Wno-everything", str(TOP / relative)],
        capture_output=True, text=True, check=False, cwd=TOP)
    if run.returncode == 0 and mark:
        mark.touch()
    return relative, run.returncode, run.stdout + (run.stderr if run.returncode else "")


def newest_first(work):
    """The units in the order of the commits that changed them last; what was never committed is newest."""
    log = subprocess.run(
        ["git", "log", "--name-only", "--pretty=format:", "-n", "300"],
        cwd=TOP, capture_output=True, text=True, check=False).stdout.split()
    place = {}
    for name in log:
        place.setdefault(name, len(place) + 1)
    tracked = set(subprocess.run(
        ["git", "ls-files"], cwd=TOP, capture_output=True, text=True, check=False).stdout.split())
    return sorted(work, key=lambda unit: place.get(unit[0], len(place) + 1 if unit[0] in tracked else 0))


def default_memory():
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(cache, "vellum", "tidy-clean")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="begin no further unit after this time")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    build = options.build.resolve()
    memory = pathlib.Path(os.environ.get("VELLUM_TIDY_CACHE") or default_memory())
    memory.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([options.tool, "--version"], capture_output=True, check=True).stdout
    salt = version + (TOP / ".clang-tidy").read_bytes()

    deadline = time.monotonic() + 60 * options.minutes
    work = newest_first(units(build, set(options.files)))
    database = build / "tidy"
    write_database(work, database)
    failed = unchecked = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(check, unit, options.tool, database, memory, salt, deadline) for unit in work]
        for job in concurrent.futures.as_completed(jobs):
            relative, status, output = job.result()
            if status is None:
                unchecked += 1
            elif status != 0:
                failed += 1
                print(f"{relative}:\n{output}", flush=True)
    print(f"clang-tidy: {len(work)} units, {failed} with findings, {unchecked} out of time")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
