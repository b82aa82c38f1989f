#!/usr/bin/python3
"""Runs that a server sees grow: what it answers, and that nothing of the recording depends on it."""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from expectations import equal, expect, failed  # noqa: E402

PATIENCE = 50  # seconds, against hanging for ever


class Server:
    """vellum-server, on a local socket or on tcp with its keys, in a folder of its own."""

    def __init__(self, programs, folder, listen):
        self.environment = dict(os.environ, VELLUM_CACHE=os.path.join(folder, "cache"), XDG_RUNTIME_DIR=folder)
        self.process = subprocess.Popen(
            [programs.server, "--listen", listen], stdout=subprocess.PIPE, env=self.environment, text=True)
        self.url = self.process.stdout.readline().split()[-1]

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def end(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Run:
    """A program that is recorded until it is told to end."""

    def __init__(self, programs, folder, environment, options):
        self.programs = programs
        self.folder = os.path.join(folder, "run")
        self.process = subprocess.Popen(
            [programs.record, "-o", self.folder, *options, "--", programs.program],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True)

    def end(self):
        """What the program counted."""
        self.out, self.err = self.process.communicate("\n", timeout=PATIENCE)
        equal(self.process.returncode, 7, "exit status")
        return int(self.out)

    def sentences(self, word):
        return [line for line in self.err.splitlines() if word in line]


def steps_in(answer):
    return sum(row["visits"] for row in json.loads(answer)["result"]["rows"] if row["name"] == "step")


def seen(programs, server):
    """Visits of step in the newest generation; nothing while there is none."""
    done = subprocess.run(
        [programs.query, "profile", "live:run", "--connect", server.url, "--format", "json"],
        env=server.environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        expect("live run 'run'" in done.stderr, f"before the first generation: {done.stderr}")
        return None
    return steps_in(done.stdout)


def steps_of(programs, folder):
    done = subprocess.run(
        [programs.query, "profile", folder, "--format", "json", "--no-cache"],
        capture_output=True, text=True, check=True)
    return steps_in(done.stdout)


def ask(programs, server, wish="look"):
    """Phase, generation, events, archive."""
    done = subprocess.run(
        [programs.ask, server.url, "run", wish], env=server.environment, capture_output=True, text=True, check=False)
    return done.stdout.strip().split(" ") if done.returncode == 0 else None


def wait_for(condition, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    expect(False, f"{what} did not come")
    return None


def generation(programs, server):
    state = ask(programs, server)
    return int(state[1]) if state else 0


def grows(programs, folder, listen):
    server = Server(programs, folder, listen)
    run = Run(programs, folder, server.environment, ["--live", server.url])
    counts = []
    for wanted in (1, 2, 3):
        wait_for(lambda number=wanted: generation(programs, server) >= number, f"generation {wanted}")
        counts.append(seen(programs, server))
    expect(counts[0] is not None and counts[0] > 0, f"the first generation has {counts[0]} steps")
    expect(counts == sorted(counts), f"steps went back: {counts}")
    expect(counts[-1] > counts[0], f"the run did not grow: {counts}")
    total = run.end()
    expect(total >= counts[-1], f"{total} steps in the end, {counts} before")
    equal(steps_of(programs, run.folder), total, "steps in the archive")
    equal(seen(programs, server), total, "steps in the last generation")
    state = ask(programs, server)
    equal(state[0], "2", "phase")
    equal(state[3], os.path.join(run.folder, "traces.otf2"), "where the archive is")
    expect(not os.path.exists(os.path.join(run.folder, ".spool")), "the spool is left")
    equal(sorted(os.listdir(run.folder)), ["traces", "traces.def", "traces.otf2"], "files")
    server.end()
    left = os.path.join(folder, "cache", "live")
    equal(os.listdir(left), [], "what is left of the server's folder")


def local(programs, folder):
    grows(programs, folder, f"ipc://{folder}/s.sock")


def encrypted(programs, folder):
    grows(programs, folder, "tcp://127.0.0.1:0")


def killed(programs, folder):
    """The server dies: one sentence, and the recording is as ever."""
    server = Server(programs, folder, f"ipc://{folder}/s.sock")
    run = Run(programs, folder, server.environment, ["--live", server.url])
    wait_for(lambda: generation(programs, server) >= 1, "a generation")
    server.kill()
    time.sleep(1)
    total = run.end()
    equal(steps_of(programs, run.folder), total, "steps in the archive")
    equal(len(run.sentences("the recording goes on")), 1, f"sentences in {run.err}")
    equal(sorted(os.listdir(run.folder)), ["traces", "traces.def", "traces.otf2"], "files")


def nobody(programs, folder):
    """There is no server at all."""
    environment = dict(os.environ, XDG_RUNTIME_DIR=folder)
    run = Run(programs, folder, environment, ["--live", f"ipc://{folder}/s.sock"])
    time.sleep(0.5)
    total = run.end()
    equal(steps_of(programs, run.folder), total, "steps in the archive")
    equal(len(run.sentences("the recording goes on")), 1, f"sentences in {run.err}")


def stuck(programs, folder):
    """The server takes nothing any more: the recording ends all the same."""
    server = Server(programs, folder, f"ipc://{folder}/s.sock")
    run = Run(programs, folder, server.environment, ["--live", server.url])
    wait_for(lambda: generation(programs, server) >= 1, "a generation")
    os.kill(server.process.pid, signal.SIGSTOP)
    time.sleep(1)
    total = run.end()
    equal(steps_of(programs, run.folder), total, "steps in the archive")
    equal(len(run.sentences("live: the server does not answer")), 1, f"sentences in {run.err}")
    server.kill()


def stopped(programs, folder):
    """A client asks to stop recording: the program runs on, and the archive ends there."""
    server = Server(programs, folder, f"ipc://{folder}/s.sock")
    run = Run(programs, folder, server.environment, ["--live", server.url])
    wait_for(lambda: generation(programs, server) >= 1, "a generation")
    equal(ask(programs, server, "stop")[0], "1", "phase after the stop")
    before = generation(programs, server)
    wait_for(lambda: generation(programs, server) > before, "the last generation")
    at_stop = seen(programs, server)
    time.sleep(1.5)
    equal(seen(programs, server), at_stop, "steps after the stop")
    expect(run.process.poll() is None, "the program ended with the stop")
    total = run.end()
    expect(total > at_stop, f"{total} steps, of which {at_stop} are recorded")
    equal(steps_of(programs, run.folder), at_stop, "steps in the archive")
    expect(run.sentences("the program ran on"), f"nothing is said of the stop: {run.err}")
    expect(not run.sentences("--max-size"), f"the stop is said to be another's: {run.err}")
    server.end()


def window(programs, folder):
    """A server and a window are started for the run; the window is a script here, which says how it was called."""
    os.mkdir(os.path.join(folder, "bin"))
    for program in (programs.record, programs.server):
        shutil.copy2(program, os.path.join(folder, "bin"))
    os.symlink(os.path.join(os.path.dirname(os.path.dirname(programs.record)), "lib"), os.path.join(folder, "lib"))
    called = os.path.join(folder, "called")
    script = os.path.join(folder, "bin", "vellum")
    with open(script, "w", encoding="utf-8") as out:
        out.write(f'#!/bin/sh\necho "$@" > {called}.new\nmv {called}.new {called}\n')
    os.chmod(script, 0o700)
    programs.record = os.path.join(folder, "bin", "vellum-record")
    environment = dict(os.environ, VELLUM_CACHE=os.path.join(folder, "cache"), XDG_RUNTIME_DIR=folder)
    run = Run(programs, folder, environment, ["--live", "window"])
    wait_for(lambda: os.path.exists(called), "the window")
    with open(called, encoding="utf-8") as words:
        option, url, path = words.read().split()
    equal((option, path), ("--connect", "live:run"), "how the window was called")
    server = argparse.Namespace(url=url, environment=environment)
    try:
        wait_for(lambda: generation(programs, server) >= 1, "a generation")
        total = run.end()
        equal(seen(programs, server), total, "steps in the last generation, after the launcher's end")
    finally:
        os.kill(int(re.search(r"([0-9]+)\.sock$", url).group(1)), signal.SIGTERM)  # else a minute later


def refused(programs, folder):
    """Options that do not go together, and a server that there is none of."""
    for options, word in ((["--live", f"ipc://{folder}/s.sock", "--last", "5"], "--last"),
                          (["--live", "http://x"], "--live http://x")):
        done = subprocess.run(
            [programs.record, "-o", os.path.join(folder, "run"), *options, "--", programs.program],
            capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        equal(done.returncode, 2, f"status of {options}")
        expect(word in done.stderr, f"{options}: {done.stderr}")


CASES = {one.__name__: one for one in (local, encrypted, killed, nobody, stuck, stopped, window, refused)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=CASES)
    for name in ("record", "server", "query", "program", "ask"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="live") as folder:
        CASES[arguments.case](arguments, folder)
    return failed()


if __name__ == "__main__":
    sys.exit(main())
