#!/usr/bin/python3
"""Bad input: vellum-query refuses with one sentence and status 3, or reports what it repaired.

Each archive of `vellum-generate damaged` is either refused, and then the one line on stderr names
the file, or read, and then the import report holds the kind and every number still equals the slow
reader's. Files that are no archive at all follow.
"""

import json
import os
import subprocess
import sys
import tempfile

import testing

# kind of damage -> the import report's kind, with its count; or REFUSED.
REFUSED = "refused"
EXPECTED = {
    "truncated-anchor": REFUSED,
    "empty-anchor": REFUSED,
    "truncated-definitions": "either",      # refused, or served up to the cut and reported
    "missing-definitions": REFUSED,
    "missing-event-files": ("missing-event-file", 2),
    "missing-folder": ("missing-event-file", 4),
    "missing-local-definitions": ("missing-definition-file", 1),
    "truncated-local-definitions": ("truncated-definition-file", 1),
    "empty-event-file": ("truncated-event-file", 1),
    "wrong-event-count": ("event-count-mismatch", 1),
    "backward-clock": ("clock-backwards", 322),
    "unmatched-leave": ("unmatched-leave", 4),
    "crossed-leave": ("missing-leave", 4),
    "open-visits": ("open-visit", 1),
    "lone-messages": ("unmatched-send", 20),
    "truncated-event-file": ("truncated-event-file", 1),
    "metric-only": ("metric-only-location", 1),
    "undefined-region": ("undefined-reference", None),
    "undefined-names": ("undefined-reference", 40),
    "no-locations": None,                   # answered: there is nothing to repair
}
# The slow reader knows no regions but those defined, and looks for no definition: of names the count above
# is that of what the generator writes.
WITHOUT_ORACLE = {"undefined-region", "undefined-names"}
ARCHIVE_FILES = ["traces.otf2", "traces.def"]
SECONDS = 60    # a reader that runs in circles is stopped and has failed


def query(words):
    """(exit status, stdout, lines of stderr) of vellum-query; status None if it had to be stopped."""
    try:
        done = subprocess.run([testing.tool("vellum-query")] + words, capture_output=True,
                              timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None, "", []
    lines = [line for line in done.stderr.decode(errors="replace").splitlines() if line.strip()]
    return done.returncode, done.stdout.decode(errors="replace"), lines


def refusal_faults(path, names=None, words=()):
    """What is wrong with the way path is refused: an empty list if nothing.

    The sentence must hold one of the names, by default the file's own, and all of the words.
    """
    status, out, lines = query(["info", path, "--format", "json"])
    faults = []
    if status != 3:
        faults.append("exit status %s instead of 3" % status)
    if out:
        faults.append("something on stdout: %r" % out[:80])
    if len(lines) != 1:
        faults.append("%d lines on stderr instead of one sentence: %r" % (len(lines), lines[:3]))
    names = names or [os.path.basename(path)]
    said = lines[-1] if lines else ""
    if not any(name in said for name in names):
        faults.append("the sentence names none of %r: %r" % (names, said))
    faults += ["the sentence lacks %r: %r" % (word, said) for word in words if word not in said]
    return faults


def report_faults(path, kind, count):
    status, out, lines = query(["info", path, "--format", "json"])
    if status != 0:
        return ["exit status %s: %r" % (status, lines[:1])]
    report = json.loads(out)["result"]["import_report"]
    entries = [entry for entry in report if entry["kind"] == kind]
    if len(entries) != 1:
        return ["no entry %s in %r" % (kind, [entry["kind"] for entry in report])]
    faults = []
    if count is not None and entries[0]["count"] != count:
        faults.append("%s counted %d times instead of %d" % (kind, entries[0]["count"], count))
    places = entries[0]["places"]
    if kind.endswith("-file") and sum(place["count"] for place in places) != entries[0]["count"]:
        faults.append("places of %s do not add up: %r" % (kind, places))
    if any(not os.path.basename(place["file"]) for place in places if kind.endswith("-file")):
        faults.append("a place of %s without a file: %r" % (kind, places))
    severity, example = entries[0].get("severity"), entries[0].get("example")
    if severity not in ("info", "warning", "error") or not example:
        faults.append("an entry without severity or example: %r" % entries[0])
    return faults


def faults_of(kind, path):
    expected = EXPECTED[kind]
    if expected == REFUSED:
        return refusal_faults(path, ARCHIVE_FILES)
    if expected == "either":
        refused = refusal_faults(path, ARCHIVE_FILES)
        served = report_faults(path, "truncated-definition-file", None) if refused else []
        return [] if not served else refused + served
    faults = report_faults(path, *expected) if expected else []
    if not faults and kind not in WITHOUT_ORACLE:
        faults = testing.differences(path, windows=2, seed=1)[1]
    return faults


def archives(folder):
    kinds = list(EXPECTED)
    for kind in kinds:
        target = os.path.join(folder, kind)
        subprocess.run([testing.tool("vellum-generate"), "damaged", "--kind", kind, "--out", target],
                       check=True)
        yield kind, faults_of(kind, os.path.join(target, "traces.otf2"))


def other_files(folder):
    """Files that are no archive, each with a word that the sentence must hold."""
    def made(name, content):
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    os.mkdir(os.path.join(folder, "a-directory"))
    yield "no file", refusal_faults(os.path.join(folder, "absent.otf2"))
    yield "a directory", refusal_faults(os.path.join(folder, "a-directory"))
    yield "an empty file", refusal_faults(made("empty.otf2", b""))
    yield "20 MB of text", refusal_faults(made("text.otf2", b"no trace at all\n" * 1310720))
    other = json.dumps({"schema": "1.0", "nodes": [{"id": 1}]}).encode()
    yield "a JSON file of another kind", refusal_faults(
        made("nodes.json", other), words=["PyTorch execution trace"])
    database = b"SQLite format 3\0CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL"
    yield "a damaged Nsight export", refusal_faults(
        made("export.sqlite", database), words=["SQLite database"])


def main():
    testing.need_otf2()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="vellum-damaged-") as folder:
        for source in (archives, other_files):
            for name, faults in source(folder):
                print("%s: %s" % (name, "as expected" if not faults else "FAILED"), flush=True)
                for fault in faults[:5]:
                    print("  " + fault[:600])
                failed += bool(faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
