"""The answers of vellum-query, computed from a Trace by scanning everything, every time.

Each method returns what `result` of the JSON must hold. Numbers are plain; `Ref` stands for a
reference that may be printed as number or name, `Seconds` for a double. Rules: docs/semantics.md.
"""

import copy
import re
from bisect import bisect_right
from collections import defaultdict

from slow_collectives import Collectives
from slow_messages import match
from slow_visits import GROUP_ORDER, function_group, segments_of, visits_left, visits_of

LOCATION_TYPES = ["unknown", "CPU thread", "accelerator stream", "metric"]
PARADIGM_NAMES = [
    "unknown", "user", "compiler", "OpenMP", "MPI", "CUDA", "measurement system", "Pthread", "HMPP",
    "OmpSs", "hardware", "GASPI", "UPC", "SHMEM", "Windows threads", "Qt threads", "ACE threads",
    "TBB threads", "OpenACC", "OpenCL", "MTAPI", "sampling", "none", "HIP", "Kokkos"]


class Ref:
    """A reference and its name: JSON may carry either."""

    def __init__(self, ref, name):
        self.ref, self.name = ref, name

    def __eq__(self, other):
        return other == self.ref or other == self.name

    def __repr__(self):
        return "%s (%r)" % (self.ref, self.name)


class Seconds(float):
    """A double made from integers; equal up to the last bits of printing."""


class Path(list):
    """Names from the outside in; JSON may carry a list or one joined string."""


def clip(begin, end, window):
    """Ticks of [begin, end) inside the window."""
    return max(0, min(end, window[1]) - max(begin, window[0]))


def union(intervals):
    """Measure of the union of intervals."""
    total, reach = 0, None
    for begin, end in sorted(intervals):
        if reach is None or begin > reach:
            reach = begin
        if end > reach:
            total += end - reach
            reach = end
    return total


class Answers:
    """All queries on one archive; what several of them need is computed once."""

    def __init__(self, trace):
        self.trace = trace
        self.all = list(trace.locations.values())
        self.visits = {loc.ref: visits_of(trace, loc) for loc in self.all}
        self.messages, self.lone_sends, self.lone_receives = match(trace)
        self.group_of = {ref: function_group(r) for ref, r in trace.regions.items()}
        self._segments, self._nodes = {}, {}
        self.collectives = Collectives(trace)
        trace.count("unmatched-send", sum(self.lone_sends.values()))
        trace.count("unmatched-receive", sum(self.lone_receives.values()))

    def left(self, keeps):
        """The answers about visits, of those that keeps(visit) says."""
        rest = copy.copy(self)
        rest.visits = {ref: visits_left(visits, keeps) for ref, visits in self.visits.items()}
        rest._segments, rest._nodes = {}, {}
        return rest

    def segments(self, ref, depth=None):
        if (ref, depth) not in self._segments:
            self._segments[(ref, depth)] = segments_of(self.visits[ref], depth)
        return self._segments[(ref, depth)]

    def seconds(self, ticks):
        return Seconds(ticks / self.trace.resolution)

    def key(self, region, by):
        """What a region is summed under; its place in the order of ties comes first."""
        if by == "region":
            return region
        if by == "group":
            return GROUP_ORDER.index(self.group_of.get(region, "Unknown"))
        return self.trace.regions[region][2]

    def key_name(self, key, by):
        if by == "region":
            return self.trace.region_name(key)
        return GROUP_ORDER[key] if by == "group" else PARADIGM_NAMES[key]

    def location(self, loc):
        return Ref(loc.ref, loc.name)

    # -- info and locations ----------------------------------------------------------------------

    def info(self):
        t = self.trace
        records = [r for loc in self.all for r in loc.records]
        kinds = defaultdict(int)
        for kind, _, _ in records:
            kinds[kind] += 1
        return {
            "locations": len(t.locations), "location_groups": len(t.groups),
            "system_tree_nodes": len(t.nodes), "regions": len(t.regions),
            "metrics": len(t.metric_members), "communicators": len(t.comms),
            "events": len(records), "visits": sum(map(len, self.visits.values())),
            "messages": len(self.messages), "message_bytes": sum(m.bytes for m in self.messages),
            "unmatched_sends": sum(self.lone_sends.values()),
            "unmatched_receives": sum(self.lone_receives.values()),
            "collectives": kinds["MpiCollectiveEnd"] + kinds["NonBlockingCollectiveComplete"],
            "rma_operations": kinds["RmaPut"] + kinds["RmaGet"] + kinds["RmaAtomic"],
            "rma_bytes": sum(rma_bytes(r) for r in records),
            "io_operations": kinds["IoOperationBegin"],
            "io_bytes": sum(r[2][1] for r in records if r[0] == "IoOperationComplete"),
            "metric_samples": kinds["Metric"], "ticks_per_second": t.resolution,
            "length_ticks": t.length, "duration_seconds": self.seconds(t.length),
            "events_by_kind": {kind: count for kind, count in kinds.items() if count},
            "markers": len(t.markers.markers),
            "event_attributes": sum(len(c) for loc in self.all for c in loc.carried.values()),
            **t.definitions.info(),
        }

    def markers(self, window):
        return self.trace.markers.answer(self.trace.tick_of, window)

    def locations(self):
        t = self.trace
        return [{"ref": loc.ref, "name": loc.name, "path": Path(t.path(loc)),
                 "type": LOCATION_TYPES[loc.kind] if loc.kind < 4 else "unknown",
                 "group": Ref(loc.group, t.groups.get(loc.group, ("",))[0]),
                 "events": len(loc.records)} for loc in self.all]

    # -- profile and call tree -------------------------------------------------------------------

    def profile(self, window, selected, by="region", per_location=False):
        rows, inside = [], 0
        sums = defaultdict(Row)
        for loc in selected:
            own = self._profile_of(loc, window, by)
            inside += sum(row.exclusive for row in own.values())
            if per_location:
                rows += self._rows(own, by, loc)
            else:
                for key, row in own.items():
                    sums[key].add(row)
        if not per_location:
            rows = self._rows(sums, by, None)
        outside = len(selected) * (window[1] - window[0]) - inside
        return {"rows": rows, "outside_ticks": outside}

    def _profile_of(self, loc, window, by):
        rows, covered = defaultdict(Row), defaultdict(list)
        for v in self.visits[loc.ref]:
            key = self.key(v.region, by)
            if window[0] <= v.begin < window[1]:
                rows[key].begins(v.end - v.begin)
            if clip(v.begin, v.end, window):
                covered[key].append((max(v.begin, window[0]), min(v.end, window[1])))
        for key, intervals in covered.items():
            rows[key].inclusive = union(intervals)
        for begin, end, v in self.segments(loc.ref):
            if clip(begin, end, window):
                rows[self.key(v.region, by)].exclusive += clip(begin, end, window)
        return rows

    def _rows(self, rows, by, loc):
        out = []
        for key, row in sorted(rows.items(), key=lambda item: (-item[1].exclusive, item[0])):
            entry = {"name": self.key_name(key, by), **self._numbers(row)}
            if by == "region":
                entry["group"] = self.group_of[key]
                entry["paradigm"] = PARADIGM_NAMES[self.trace.regions[key][2]]
            if loc is not None:
                entry["location"] = self.location(loc)
            out.append(entry)
        return out

    def _numbers(self, row):
        return {"visits": row.visits, "inclusive_ticks": row.inclusive,
                "exclusive_ticks": row.exclusive,
                "inclusive_seconds": self.seconds(row.inclusive),
                "exclusive_seconds": self.seconds(row.exclusive),
                "min_seconds": self.seconds(row.shortest or 0),
                "max_seconds": self.seconds(row.longest),
                "mean_seconds": self.seconds(row.sum / row.visits if row.visits else 0)}

    def call_tree(self, window, selected, depth=None):
        nodes, children = defaultdict(Row), defaultdict(set)    # a node: (node above, region)
        for loc in selected:
            for path in self._sampled_paths(loc, window):
                above = None
                for region in path:
                    above = self._node(above, region, children)
                    nodes[above].samples += 1
                nodes[above].own_samples += 1
            node_of = []
            for v in self.visits[loc.ref]:
                above = node_of[v.parent] if v.parent is not None else None
                node_of.append(self._node(above, v.region, children))
                row = nodes[node_of[-1]]
                if window[0] <= v.begin < window[1]:
                    row.begins(v.end - v.begin)
                row.inclusive += clip(v.begin, v.end, window)
            for begin, end, v in self.segments(loc.ref):
                nodes[node_of[v.index]].exclusive += clip(begin, end, window)
        return self._preorder(nodes, children, depth)

    def _sampled_paths(self, loc, window):
        """The regions, outermost first, of every sample in the window."""
        for kind, tick, args in loc.records:
            if kind == "CallingContextSample" and window[0] <= tick < window[1]:
                path, context = [], args[0]
                while context in self.trace.contexts:
                    region, context = self.trace.contexts[context]
                    path.insert(0, region)
                if path:
                    yield path

    def _node(self, above, region, children):
        """A node's number: equal for equal call paths of this trace."""
        number = self._nodes.setdefault((above, region), len(self._nodes))
        children[above].add((region, number))
        return number

    def _preorder(self, nodes, children, limit):
        out = []

        def kept(number):
            """Whether the node or one below it has anything in the window."""
            todo = [number]
            while todo:
                at = todo.pop()
                if nodes[at].visits or nodes[at].inclusive or nodes[at].samples:
                    return True
                todo += [n for _, n in children[at]]
            return False

        todo = [(region, n, []) for region, n in sorted(children[None], reverse=True)]
        while todo:
            region, number, above = todo.pop()
            path = above + [self.trace.region_name(region)]
            if not kept(number) or (limit is not None and len(path) > limit):
                continue
            out.append({"path": Path(path), "depth": len(path), "name": path[-1],
                        **self._numbers(nodes[number]),
                        "inclusive_samples": nodes[number].samples,
                        "exclusive_samples": nodes[number].own_samples})
            todo += [(r, n, path) for r, n in sorted(children[number], reverse=True)]
        return out

    # -- timeline --------------------------------------------------------------------------------

    def timeline(self, window, selected, columns=1920, by="region", depth=None):
        length = window[1] - window[0]
        edges = [window[0] + i * length // columns for i in range(columns + 1)]
        return {"rows": [{"location": self.location(loc), "name": loc.name,
                          "columns": self._columns(loc, window, edges, by, depth)}
                         for loc in selected]}

    def _winner(self, sums, by):
        """The key with the most time in the group with the most time."""
        if by == "group":
            return min(sums, key=lambda k: (-sums[k], k))
        groups = defaultdict(int)
        for region, ticks in sums.items():
            groups[self.key(region, "group")] += ticks
        group = min(groups, key=lambda k: (-groups[k], k))
        return min((r for r in sums if self.key(r, "group") == group), key=lambda r: (-sums[r], r))

    def _columns(self, loc, window, edges, by, depth):
        time = [defaultdict(int) for _ in edges[1:]]
        visits = [0] * (len(edges) - 1)
        for begin, end, v in self.segments(loc.ref, depth):
            begin, end = max(begin, window[0]), min(end, window[1])
            key = self.key(v.region, by)
            while begin < end:
                i = bisect_right(edges, begin) - 1
                upto = min(end, edges[i + 1])
                time[i][key] += upto - begin
                begin = upto
        for v in self.visits[loc.ref]:
            if window[0] <= v.begin < window[1] and (depth is None or v.depth <= depth):
                visits[bisect_right(edges, v.begin) - 1] += 1
        out = []
        for i, sums in enumerate(time):
            cell = {"name": None, "share": Seconds(0), "visits": visits[i], "exact": True}
            if sums:
                key = self._winner(sums, by)
                cell["name"] = self.key_name(key, by)
                cell["share"] = Seconds(sums[key] / (edges[i + 1] - edges[i]))
            out.append(cell)
        return out

    # -- messages, matrix, search, events --------------------------------------------------------

    def _in_window(self, window):
        return [m for m in self.messages if min(m.send, m.receive) < window[1]
                and max(m.send, m.receive) >= window[0]]

    def message_list(self, window, selected, limit):
        orders = {loc.order for loc in selected}
        hits = [m for m in self._in_window(window)
                if m.sender.order in orders or m.receiver.order in orders]
        listed = [{"sender": self.location(m.sender), "receiver": self.location(m.receiver),
                   "tag": m.tag, "communicator": m.communicator, "bytes": m.bytes,
                   "send_ticks": m.send, "receive_ticks": m.receive,
                   "duration_seconds": self.seconds(m.receive - m.send)} for m in hits[:limit]]
        return {"messages": listed, "count": len(hits),
                "unmatched_sends": sum(self.lone_sends[o] for o in orders),
                "unmatched_receives": sum(self.lone_receives[o] for o in orders)}

    def _label(self, loc, by):
        if by == "location":
            return loc.ref
        return loc.group if by == "location-group" else self.trace.groups[loc.group][2]

    def _label_name(self, ref, by):
        t = self.trace
        if by == "location":
            return t.locations[ref].name
        return (t.groups if by == "location-group" else t.nodes)[ref][0]

    def matrix(self, window, selected, by="location"):
        order = {"location": self.trace.locations, "location-group": self.trace.groups,
                 "node": self.trace.nodes}[by]
        used = {self._label(loc, by) for loc in selected}
        labels = [ref for ref in order if ref in used]
        chosen = {loc.order for loc in selected}
        cells = {}
        for m in self._in_window(window):
            if m.sender.order in chosen and m.receiver.order in chosen:
                place = (self._label(m.sender, by), self._label(m.receiver, by))
                cells.setdefault(place, []).append(m)
        names = [Ref(ref, self._label_name(ref, by)) for ref in labels]

        def grid(number):
            return [[number(cells.get((r, c), [])) for c in labels] for r in labels]

        def durations(ms):
            return [m.receive - m.send for m in ms] or [0]
        return {
            "rows": names, "columns": names, "count": grid(len),
            "bytes": grid(lambda ms: sum(m.bytes for m in ms)),
            "min_seconds": grid(lambda ms: self.seconds(min(durations(ms)))),
            "max_seconds": grid(lambda ms: self.seconds(max(durations(ms)))),
            "mean_seconds": grid(lambda ms: self.seconds(sum(durations(ms)) / len(durations(ms))))}

    def search(self, window, selected, name, limit, min_duration=0, after=None):
        pattern = re.compile(name)
        hits = []
        for loc in selected:
            for v in self.visits[loc.ref]:
                overlaps = v.begin < window[1] and (v.end > window[0] or v.begin >= window[0])
                if (overlaps and v.end - v.begin >= min_duration
                        and (after is None or v.begin >= after)
                        and pattern.search(self.trace.region_name(v.region))):
                    hits.append((v.begin, loc.order, v.depth, v.index, loc, v))
        hits.sort(key=lambda h: h[:4])
        listed = [{"location": self.location(loc),
                   "region": Ref(v.region, self.trace.region_name(v.region)),
                   "begin_ticks": v.begin, "end_ticks": v.end, "depth": v.depth}
                  for _, _, _, _, loc, v in hits[:limit]]
        return {"visits": listed, "count": len(hits)}

    def events(self, window, selected, limit):
        hits = [(tick, loc.order, i, loc, kind) for loc in selected
                for i, (kind, tick, _) in enumerate(loc.records) if window[0] <= tick < window[1]]
        hits.sort(key=lambda h: h[:3])
        listed = [{"location": self.location(loc), "time_ticks": tick, "kind": kind}
                  for tick, _, _, loc, kind in hits[:limit]]
        return {"events": listed, "count": len(hits)}


class Row:
    """Sums of one row of a profile or one call path."""

    def __init__(self):
        self.visits = self.inclusive = self.exclusive = self.longest = self.sum = 0
        self.samples = self.own_samples = 0     # of call paths
        self.shortest = None

    def begins(self, duration):
        """Counts a visit that begins in the window, with its whole length."""
        self.visits += 1
        self.sum += duration
        self.longest = max(self.longest, duration)
        self.shortest = duration if self.shortest is None else min(self.shortest, duration)

    def add(self, other):
        self.visits += other.visits
        self.inclusive += other.inclusive
        self.exclusive += other.exclusive
        self.longest = max(self.longest, other.longest)
        self.sum += other.sum
        if other.shortest is not None:
            self.shortest = min(other.shortest, other.shortest if self.shortest is None
                                else self.shortest)


def rma_bytes(record):
    kind, _, args = record
    if kind in ("RmaPut", "RmaGet"):
        return args[2]
    return args[3] + args[4] if kind == "RmaAtomic" else 0
