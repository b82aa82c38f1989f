#!/usr/bin/python3
"""Input that nobody means well with: each is answered, or refused in one sentence; nothing crashes, hangs or takes
memory without bound. Files that are cut or have bytes flipped: damaged_files.py and damaged_archives.py."""

import gzip
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

import testing

SECONDS = 100
MEMORY = "3G"


def ask(path, *arguments):
    """(status, standard output, standard error) of vellum-query info."""
    try:
        done = subprocess.run(
            [testing.tool("vellum-query"), "info", path, "--format", "json", "--memory", MEMORY, *arguments],
            capture_output=True, text=True, errors="replace", check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, "", "no answer in %d s" % SECONDS
    return done.returncode, done.stdout, done.stderr


def events(*rows):
    return "[" + ",\n".join(rows) + "]"


def slice_text(name="a", pid=1, tid=1, ts=1, dur=1):
    return '{"ph":"X","name":%s,"pid":%s,"tid":%s,"ts":%s,"dur":%s}' % (json.dumps(name), pid, tid, ts, dur)


def write(path, text):
    with open(path, "wb") as file:
        file.write(text.encode() if isinstance(text, str) else text)


def many_pids(path):
    write(path, events(*(slice_text(pid=i, ts=i) for i in range(10**6))))


def crossing_slices(path):
    count = 50000
    write(path, events(*(slice_text(ts=i, dur=count) for i in range(count))))


def long_names(path):
    write(path, events(*(slice_text(name=chr(97 + i) * (1 << 20), ts=i) for i in range(8))))


def huge_numbers(path):
    numbers = ("9223372036854775808", "-9223372036854775809", "1e400", "1e-400", "184467440737095516160",
               "9" * 5000, "0." + "0" * 5000 + "1", '"99999999999999999999"', "-1e308")
    write(path, events(slice_text(), *(slice_text(ts=a, dur=b) for a in numbers for b in numbers),
                       *(slice_text(pid=n, tid=n) for n in numbers)))


def deep_json(path):
    depth = 10**6
    write(path, '{"a":%s%s,"traceEvents":[%s,{"ph":"X","name":"deep","ts":1,"dur":1,"args":%s%s}]}' % (
        "[" * depth, "]" * depth, slice_text(), '{"a":' * depth, "}" * depth))


def empty(path):
    write(path, b"")


def future_sqlite(path):
    export(path, ["INSERT INTO META_DATA_EXPORT VALUES('EXPORT_SCHEMA_VERSION','99.7.0')"])


def export(path, more=()):
    base = sqlite3.connect(path)
    base.executescript(
        "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT); INSERT INTO StringIds VALUES(1,'gemm');"
        "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);"
        "CREATE TABLE NVTX_EVENTS(start INT, \"end\" INT, eventType INT, text TEXT, globalTid INT, textId INT);"
        "INSERT INTO NVTX_EVENTS VALUES(1,2,59,'x',7,NULL);")
    for statement in more:
        base.execute(statement)
    base.commit()
    base.close()


def views_for_tables(path):
    export(path, [
        "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r) "
        "SELECT x AS start, x AS \"end\", x AS deviceId FROM r",
        "CREATE TRIGGER t AFTER INSERT ON StringIds BEGIN DELETE FROM StringIds; END"])


def encrypted_sqlite(path):
    export(path)
    with open(path, "rb") as file:
        content = bytearray(file.read())
    write(path, bytes(byte ^ 0x5a for byte in content))


def bomb_of_spaces(path):
    member = gzip.compress(b" " * (64 << 20), 9)
    write(path, gzip.compress(b"[") + member * 160)


def bomb_of_events(path):
    member = gzip.compress((slice_text(name="x" * 60) + ",").encode() * 10**6, 9)
    write(path, gzip.compress(b"[") + member * 100)


# name, writer, statuses that are right, a part of the sentence or of the answer
CASES = (
    ("10^6 processes", many_pids, (0,), '"locations":'),
    ("50000 slices that cross each other", crossing_slices, (0,), "crossing-slices"),
    ("names of 1 MB", long_names, (0,), ""),
    ("numbers past 64 bits", huge_numbers, (0,), ""),
    ("10^6 levels of JSON", deep_json, (0,), ""),
    ("zero bytes", empty, (3,), "empty"),
    ("an export of the future", future_sqlite, (0,), ""),
    ("views for tables", views_for_tables, (0,), ""),
    ("an encrypted database", encrypted_sqlite, (3,), ""),
    ("a bomb of spaces", bomb_of_spaces, (0, 3), "times their size"),
    ("a bomb of events", bomb_of_events, (0, 3), "times their size"),
)


def fault(name, status, out, err, right, part):
    if status not in right:
        return "%s: status %s: %s" % (name, status, err[-300:])
    if status == 3 and (len(err.strip().splitlines()) != 1 or out):
        return "%s: refused in other than one line: %s" % (name, err[-300:])
    if part not in out + err:
        return "%s: '%s' is not said: %s" % (name, part, (out + err)[-300:])
    return None


def growing_file(folder):
    """Written on while it is read: what was there is answered."""
    path = os.path.join(folder, "growing.json")
    write(path, "[" + slice_text())
    ended = threading.Event()

    def grow():
        with open(path, "a", encoding="ascii") as file:
            while not ended.is_set():
                file.write("".join(",\n" + slice_text(ts=i) for i in range(1000)))
                file.flush()
                time.sleep(0.001)

    writer = threading.Thread(target=grow)
    writer.start()
    try:
        status, out, err = ask(path)
    finally:
        ended.set()
        writer.join()
    return fault("a file that grows", status, out, err, (0,), "")


def pipe(folder):
    path = os.path.join(folder, "pipe")
    os.mkfifo(path)
    status, out, err = ask(path)
    return fault("a FIFO", status, out, err, (3,), "")


def locked(folder):
    path = os.path.join(folder, "locked.sqlite")
    export(path)
    base = sqlite3.connect(path)
    base.execute("BEGIN EXCLUSIVE")
    status, out, err = ask(path)
    base.close()
    return fault("a locked database", status, out, err, (5,), "locked")


def main():
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name, make, right, part in CASES:
            path = os.path.join(folder, make.__name__)
            make(path)
            begin = time.monotonic()
            status, out, err = ask(path)
            print("%s: %.1f s, status %s" % (name, time.monotonic() - begin, status), flush=True)
            os.remove(path)
            found.append(fault(name, status, out, err, right, part))
        found += [growing_file(folder), pipe(folder), locked(folder)]
    found = [line for line in found if line]
    for line in found:
        print("  " + line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
