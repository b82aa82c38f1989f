"""Collective operations of a Trace. Rules: docs/semantics.md, section "Collectives"."""

from collections import defaultdict, namedtuple

from slow_messages import SELF, members

Part = namedtuple("Part", "place begin end location operation comm root sent received")
# What one location did in one operation; begin: None where it was not recorded.

NAMES = ("BARRIER BCAST GATHER GATHERV SCATTER SCATTERV ALLGATHER ALLGATHERV ALLTOALL ALLTOALLV ALLTOALLW "
         "ALLREDUCE REDUCE REDUCE_SCATTER SCAN EXSCAN REDUCE_SCATTER_BLOCK CREATE_HANDLE DESTROY_HANDLE "
         "ALLOCATE DEALLOCATE CREATE_HANDLE_AND_ALLOCATE DESTROY_HANDLE_AND_DEALLOCATE").split()
ROOTS = {2 ** 32 - 1: None, 2 ** 32 - 2: "self", 2 ** 32 - 3: "this group"}


def parts(location):
    """(parts, number of begins that never end) of a location."""
    found, begun, requested, lost = [], [], {}, 0
    for i, (kind, tick, args) in enumerate(location.records):
        if kind == "MpiCollectiveBegin":
            begun.append((i, tick))
        elif kind == "NonBlockingCollectiveRequest":
            lost += args[0] in requested
            requested[args[0]] = (i, tick)
        elif kind in ("MpiCollectiveEnd", "NonBlockingCollectiveComplete"):
            if kind == "MpiCollectiveEnd":
                begin = begun.pop() if begun else None
            else:
                begin = requested.pop(args[5], None)
            place, at = begin if begin else (i, None)
            operation, comm, root, sent, received = args[:5]
            found.append(Part(place, at, tick, location, operation, comm, root, sent, received))
    return found, lost + len(begun) + len(requested)


class Collectives:
    """All rows, and per location order what belongs to none."""

    def __init__(self, trace):
        self.trace = trace
        self.endless, self.beginless, self.strays = (defaultdict(int) for _ in range(3))
        together = defaultdict(list)
        for location in trace.locations.values():
            found, self.endless[location.order] = parts(location)
            self.beginless[location.order] = sum(part.begin is None for part in found)
            numbers = defaultdict(int)
            for part in sorted(found, key=lambda part: part.place):
                if not self.is_member(part.comm, location.ref):
                    self.strays[location.order] += 1
                    continue
                key = (part.comm, location.order if self.is_self(part.comm) else -1)
                together[key + (numbers[part.comm],)].append(part)
                numbers[part.comm] += 1
        self.parts = defaultdict(list)
        for key, group in together.items():
            self.parts[key[0], key[2]] += group
        self.rows = [self.row(key[0], key[2], group) for key, group in together.items()]
        self.rows.sort(key=lambda row: (row["begin_ticks"], row["communicator"], row["instance"],
                                        row["order"]))
        alone = (self.endless, self.beginless, self.strays)
        trace.count("unmatched-collective", sum(sum(count.values()) for count in alone))
        trace.count("incomplete-collective", sum(r["seen"] < r["members"] for r in self.rows))
        trace.count("mismatched-collective", sum(r["mismatched"] > 0 for r in self.rows))

    def groups(self, comm):
        return self.trace.comms.get(comm, ())

    def is_self(self, comm):
        group = self.trace.comm_groups.get(self.groups(comm)[0])
        return group is not None and group[0] == SELF

    def is_member(self, comm, ref):
        return any(ref in (members(self.trace, group, ref) or []) for group in self.groups(comm))

    def row(self, comm, number, group):
        group = sorted(group, key=lambda part: part.location.order)
        first = group[0]
        timed = [part for part in group if part.begin is not None]
        times = [(p.begin, p.location) for p in timed] or [(p.end, p.location) for p in group]
        last, who = max(times, key=lambda t: (t[0], -t[1].order))
        sides = self.groups(comm)
        others = [p for p in group if p.operation != first.operation
                  or (len(sides) == 1 and p.root != first.root)]
        return {
            "operation": NAMES[first.operation] if first.operation < len(NAMES)
            else "operation %d" % first.operation,
            "communicator": comm, "instance": number, "root": ROOTS.get(first.root, first.root),
            "begin_ticks": min(t[0] for t in times), "end_ticks": max(p.end for p in group),
            "members": sum(len(members(self.trace, s, first.location.ref) or []) for s in sides),
            "seen": len(group), "mismatched": len(others), "without_begin": len(group) - len(timed),
            "bytes_sent": sum(p.sent for p in group),
            "bytes_received": sum(p.received for p in group),
            "wait_ticks": sum(last - p.begin for p in timed), "last": who.ref, "order": who.order}

    def answer(self, window, selected, limit):
        orders = {loc.order for loc in selected}

        def counts(row):
            comm = row["communicator"]
            if self.is_self(comm):
                return row["order"] in orders
            return any(self.is_member(comm, loc.ref) for loc in selected)

        hits = [row for row in self.rows if row["begin_ticks"] < window[1]
                and (row["end_ticks"] > window[0] or row["begin_ticks"] >= window[0])
                and counts(row)]
        listed = [{key: value for key, value in row.items() if key != "order"} for row in hits[:limit]]
        return {"collectives": listed, "count": len(hits),
                "incomplete": sum(row["seen"] < row["members"] for row in hits),
                "mismatched": sum(row["mismatched"] > 0 for row in hits),
                "begins_without_end": sum(self.endless[o] for o in orders),
                "ends_without_begin": sum(self.beginless[o] for o in orders),
                "strays": sum(self.strays[o] for o in orders)}

    def members(self, window, selected, comm, instance, limit):
        """What each of the selected did in one operation."""
        orders = {loc.order for loc in selected}

        def is_seen(part):
            begin = part.end if part.begin is None else part.begin
            return (part.location.order in orders and begin < window[1]
                    and (part.end > window[0] or begin >= window[0]))

        hits = sorted(filter(is_seen, self.parts[comm, instance]), key=lambda part: part.location.order)
        return {"communicator": comm, "instance": instance, "count": len(hits), "members": [{
            "location": part.location.ref, "root": ROOTS.get(part.root, part.root),
            "operation": NAMES[part.operation] if part.operation < len(NAMES)
            else "operation %d" % part.operation,
            "has_begin": part.begin is not None,
            "begin_ticks": part.end if part.begin is None else part.begin, "end_ticks": part.end,
            "bytes_sent": part.sent, "bytes_received": part.received} for part in hits[:limit]]}
