"""What the three test programs share: where things are, and how a test is skipped."""

import os
import sys

SKIPPED = 77    # SKIP_RETURN_CODE in CMakeLists.txt


def skip(reason):
    print("skipped: " + reason)
    sys.exit(SKIPPED)


def tool(name):
    """A program of the build under test."""
    return os.path.join(os.environ["VELLUM_BIN_DIR"], name)


def need_otf2():
    try:
        import _otf2    # noqa: F401
    except ImportError:
        skip("the Debian package python3-otf2 is not installed")


def real_traces():
    """The folder of real traces, or a skip."""
    beside = os.path.join(os.environ.get("VELLUM_SOURCE_DIR", "."), "..", "shared", "traces")
    folder = os.environ.get("VELLUM_TRACE_DATA", beside)
    if not os.path.isdir(folder):
        skip("no real traces: set VELLUM_TRACE_DATA")
    return folder


def differences(archive, windows, seed):
    """(questions asked, differences found) between vellum-query and the slow reader."""
    from slow_answers import Answers
    from slow_compare import Comparison, compare
    from slow_trace import Trace

    answers = Answers(Trace(archive))
    comparison = Comparison(answers, archive, tool("vellum-query"))
    return comparison, compare(comparison, windows, seed)
