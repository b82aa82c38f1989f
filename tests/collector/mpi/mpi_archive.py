"""What the Python otf2 module reads of an archive of MPI ranks, in the words of check_mpi.py."""

import warnings
from collections import Counter, defaultdict, deque

import otf2
from file_archive import Files
from rma_archive import OneSided

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def equal(actual, expected, what):
    expect(actual == expected, f"{what}: expected {expected}, found {actual}")


class Archive:
    """All of an archive, checked for what holds for every one: time, nesting, pairs of messages and of requests.

    messages: (sender, receiver, tag, bytes, communicator's reference) by ranks of MPI_COMM_WORLD, with how many there are.
    collectives: by rank, in order: (operation, communicator's name, root, sent, received). Those that do not block are in
    `nonblocking`, in the order in which they were begun.
    """

    def __init__(self, path, pairs_all=True):
        warnings.simplefilter("error")
        self.visits = defaultdict(Counter)
        self.regions = {}
        self.messages = Counter()
        self.collectives = defaultdict(list)
        self.nonblocking = defaultdict(list)
        self.files = Files(expect)
        self.cancelled = Counter()
        self.requests = Counter()
        self._begun = {}
        self._sends = defaultdict(deque)
        self._receives = defaultdict(deque)
        with otf2.reader.open(path) as trace:
            self._read_definitions(trace.definitions)
            self.one_sided = OneSided(expect, self.ranks)
            self._read_events(trace)
        self._pair(pairs_all)
        if pairs_all:
            self.one_sided.finish()
            self.files.finish()

    def _read_definitions(self, definitions):
        clock = definitions.clock_properties
        self.seconds = clock.trace_length / clock.timer_resolution
        self.resolution = clock.timer_resolution
        self.groups = [location.group.name for location in definitions.locations]
        self.ranks = {}
        for group in definitions.groups:
            if group.group_type == otf2.GroupType.COMM_LOCATIONS and group.paradigm == otf2.Paradigm.MPI:
                self.ranks = {location: rank for rank, location in enumerate(group.members)}
        self.communicators = [
            (comm.name, [self.ranks[member] for member in comm.group.members], comm.parent and comm.parent.name)
            for comm in definitions.comms]
        self.grids = sorted(
            (grid.communicator.name, [(side.size, side.cart_periodicity == otf2.CartPeriodicity.TRUE)
                                      for side in grid.dimensions])
            for grid in definitions.cart_topologies)
        self.places = Counter(
            (place.topology.communicator.name, place.rank, tuple(place.coordinates))
            for place in definitions.cart_coordinates)
        for region in definitions.regions:
            self.regions[region.name] = region
        for region in definitions.regions:
            if region.name.startswith("MPI_"):
                equal(region.paradigm, otf2.Paradigm.MPI, f"paradigm of {region.name}")

    def _read_events(self, trace):
        stacks = defaultdict(list)
        last = {}
        under_way = defaultdict(set)
        in_collective = Counter()
        for location, event in trace.events:
            rank = self.ranks.get(location, location.group.name)
            expect(event.time >= last.get(location, 0), f"{location.group.name}: time goes back")
            last[location] = event.time
            kind = type(event).__name__
            if kind == "Enter":
                self.visits[rank][event.region.name] += 1
                stacks[location].append(event.region.name)
            elif kind == "Leave":
                open_region = stacks[location].pop() if stacks[location] else None
                equal(open_region, event.region.name, f"{location.group.name}: what is left")
            elif kind.startswith(("Mpi", "NonBlocking")):
                expect(stacks[location] and stacks[location][-1].startswith("MPI_"),
                       f"{kind} in {stacks[location]}")
                self._read_mpi(rank, kind, event, under_way[rank], in_collective)
            elif kind.startswith("Rma"):
                self.one_sided.read(rank, kind, event)
            elif kind.startswith("Io"):
                self.files.read(rank, kind, event)
        for location, stack in stacks.items():
            equal(stack, [], f"{location.group.name}: what is open at the end")

    def _read_mpi(self, rank, kind, event, under_way, in_collective):
        if kind in ("MpiSend", "MpiIsend"):
            to = self.ranks[event.communicator.group.members[event.receiver]]
            self._sends[rank, to, event.msg_tag, event.communicator].append(event)
        if kind in ("MpiRecv", "MpiIrecv"):
            of = self.ranks[event.communicator.group.members[event.sender]]
            self._receives[of, rank, event.msg_tag, event.communicator].append(event)
        if kind in ("MpiIsend", "MpiIrecvRequest", "NonBlockingCollectiveRequest"):
            expect(event.request_id not in under_way, f"request {event.request_id} is under way twice")
            under_way.add(event.request_id)
            self.requests[rank] += 1
        if kind in ("MpiIsendComplete", "MpiIrecv", "MpiRequestCancelled", "NonBlockingCollectiveComplete"):
            expect(event.request_id in under_way, f"request {event.request_id} ends without a begin")
            under_way.discard(event.request_id)
            self.requests[rank] -= 1
        if kind == "MpiRequestCancelled":
            self.cancelled[rank] += 1
        if kind == "MpiCollectiveBegin":
            in_collective[rank] += 1
        if kind == "MpiCollectiveEnd":
            in_collective[rank] -= 1
            expect(in_collective[rank] == 0, f"rank {rank} ends what it has not begun")
            self.collectives[rank].append(self._collective(event))
        if kind == "NonBlockingCollectiveRequest":
            self._begun[rank, event.request_id] = len(self.nonblocking[rank])
            self.nonblocking[rank].append(None)
        if kind == "NonBlockingCollectiveComplete":
            self.nonblocking[rank][self._begun.pop((rank, event.request_id))] = self._collective(event)

    @staticmethod
    def _collective(event):
        root = None if event.root == 0xFFFFFFFF else event.root
        operation = str(event.collective_op).rsplit(".", maxsplit=1)[-1]
        return operation, event.communicator.name, root, event.size_sent, event.size_received

    def _pair(self, pairs_all):
        """Messages of one sender, receiver, tag and communicator arrive in their order."""
        for key in set(self._sends) | set(self._receives):
            sends, receives = self._sends[key], self._receives[key]
            if pairs_all:
                equal(len(receives), len(sends), f"receives of {key[:3]}")
            for send, receive in zip(sends, receives):
                equal(receive.msg_length, send.msg_length, f"bytes of {key[:3]}")
                took = (receive.time - send.time) / self.resolution
                expect(took >= 0, f"{key[:3]}: received {-took:.9f} s before it was sent")
                self.messages[(*key[:3], send.msg_length, key[3].name)] += 1

    def visits_of(self, name):
        return [self.visits[rank][name] for rank in sorted(self.ranks.values())]
