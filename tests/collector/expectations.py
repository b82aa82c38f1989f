"""What checks of archives share: what they found wrong, and how they read and print archives."""

import re
import subprocess

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def equal(actual, expected, what):
    expect(actual == expected, f"{what}: expected {expected}, found {actual}")


def word(value):
    """Of one of OTF2's enumerations, in the spelling of its C constants."""
    return str(value).rsplit(".", maxsplit=1)[-1]


def printed_events(anchor):
    """How often OTF2's own printer shows each kind of event; it must not complain."""
    counts = {}
    for mode in (["-G"], []):
        result = subprocess.run(["otf2-print", *mode, anchor], capture_output=True, text=True, check=False)
        equal(result.returncode, 0, "otf2-print's status")
        said = result.stderr + "".join(
            line for line in result.stdout.splitlines() if re.search(r"WARNING|ERROR|error:", line))
        equal(said, "", "otf2-print's complaints")
        if not mode:
            for kind in re.findall(r"^([A-Z_]+) +\d+ +\d+ ", result.stdout, re.MULTILINE):
                counts[kind] = counts.get(kind, 0) + 1
    return counts


def failed(most=20):
    """Prints what was found. \\return the exit status"""
    for message in FAILURES[:most]:
        print("FAILED:", message)
    return 1 if FAILURES else 0
