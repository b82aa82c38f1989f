"""Visits, segments and function groups from the records of a Trace, one obvious pass each.

Rules: docs/semantics.md, sections "Visits" and "Function groups".
"""

from collections import namedtuple

Visit = namedtuple("Visit", "begin end region depth parent index")
# depth: 1 for the outermost; parent: index of the visit around it, or None; index: order of entering.

GROUP_ORDER = ["Application", "MPI", "OpenMP", "Device API", "Kernel", "Copy", "I/O", "Annotation",
               "Memory", "Measurement", "Unknown", "Synchronisation"]

PARADIGMS = ["UNKNOWN", "USER", "COMPILER", "OPENMP", "MPI", "CUDA", "MEASUREMENT_SYSTEM", "PTHREAD",
             "HMPP", "OMPSS", "HARDWARE", "GASPI", "UPC", "SHMEM", "WINTHREAD", "QTTHREAD",
             "ACETHREAD", "TBBTHREAD", "OPENACC", "OPENCL", "MTAPI", "SAMPLING", "NONE", "HIP",
             "KOKKOS"]


def function_group(region):
    """The group of a region (name, role, paradigm, source file); the first rule that holds."""
    _, role, number, source = region
    paradigm = PARADIGMS[number] if number < len(PARADIGMS) else "?"
    if role == 40 or source in ("CUDA_KERNEL", "OPENCL_KERNEL"):
        return "Kernel"
    if role == 30:
        return "Copy"
    if role in (27, 38):
        return "I/O"
    if paradigm in ("MEASUREMENT_SYSTEM", "HARDWARE"):
        return "Measurement"
    if (paradigm in ("CUDA", "HMPP", "OPENACC", "OPENCL", "HIP") and role == 31
            and source.endswith("_FLUSH")):
        return "Measurement"
    if paradigm in ("CUDA", "HIP") and role == 22:
        return "Synchronisation"
    if paradigm in ("CUDA", "HMPP", "OPENACC", "OPENCL", "HIP"):
        return "Device API"
    if paradigm in ("MPI", "GASPI", "UPC", "SHMEM"):
        return "MPI"
    if paradigm in ("OPENMP", "PTHREAD", "OMPSS", "WINTHREAD", "QTTHREAD", "ACETHREAD", "TBBTHREAD",
                    "MTAPI"):
        return "OpenMP"
    if role in (35, 36, 37):
        return "Memory"
    if paradigm in ("USER", "COMPILER", "SAMPLING", "NONE", "KOKKOS"):
        return "Application"
    return "Unknown"


def visits_of(trace, location):
    """All visits of a location in order of entering, with every repair counted in the trace."""
    begun, stack = [], []       # begun: [begin, end, region, depth, parent]; stack: indexes into it

    def close(tick):
        begun[stack.pop()][1] = tick

    for kind, tick, args in location.records:
        if kind in ("Enter", "CallingContextEnter"):
            region = args[0] if kind == "Enter" else trace.contexts[args[0]][0]
            begun.append([tick, None, region, len(stack) + 1, stack[-1] if stack else None])
            stack.append(len(begun) - 1)
        elif kind in ("Leave", "CallingContextLeave"):
            region = args[0] if kind == "Leave" else trace.contexts[args[0]][0]
            if not any(begun[i][2] == region for i in stack):
                trace.count("unmatched-leave")
                continue
            while begun[stack[-1]][2] != region:
                trace.count("missing-leave")
                close(tick)
            close(tick)
    while stack:
        trace.count("open-visit")
        close(location.records[-1][1])
    return [Visit(*v, i) for i, v in enumerate(begun)]


def visits_left(visits, keeps):
    """Those that keeps(visit) says, as if there had been no others."""
    left, now = [], []          # now: by visit, its place among those left, or that of the one around it
    for visit in visits:
        around = None if visit.parent is None else now[visit.parent]
        now.append(around)
        if keeps(visit):
            now[-1] = len(left)
            depth = 1 if around is None else left[around].depth + 1
            left.append(visit._replace(parent=around, depth=depth, index=len(left)))
    return left


def segments_of(visits, depth=None):
    """[(begin, end, visit)]: where a visit no deeper than depth is top of the stack.

    Works from the visits alone: a stack of those open, and time flows to the innermost.
    """
    out, stack, at = [], [], None

    def advance(tick):
        nonlocal at
        if stack and tick > at:
            out.append((at, tick, stack[-1]))
        at = tick

    for visit in visits:
        if depth is not None and visit.depth > depth:
            continue
        while stack and stack[-1].index != visit.parent:
            advance(stack[-1].end)
            stack.pop()
        advance(visit.begin)
        stack.append(visit)
    while stack:
        advance(stack[-1].end)
        stack.pop()
    return out
