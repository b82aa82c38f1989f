"""Matched MPI messages of a Trace. Rules: docs/semantics.md, section "Messages"."""

from collections import defaultdict, namedtuple

from slow_trace import PARADIGM_MPI, _otf2

Message = namedtuple("Message", "send sender receiver tag receive communicator bytes k")
# sender, receiver: Location objects; send, receive: ticks; k: its number among its key's messages.

LOCATIONS = _otf2.GROUP_TYPE_COMM_LOCATIONS.value
GROUP = _otf2.GROUP_TYPE_COMM_GROUP.value
SELF = _otf2.GROUP_TYPE_COMM_SELF.value
GLOBAL_MEMBERS = _otf2.GROUP_FLAG_GLOBAL_MEMBERS.value


def members(trace, group, me):
    """The location references of a communicator's group, rank by rank; None where undefined."""
    if group not in trace.comm_groups:
        return None
    kind, paradigm, flags, listed = trace.comm_groups[group]
    if kind == SELF:
        return [me]
    if kind == LOCATIONS:
        return list(listed)
    if kind != GROUP:
        return None
    world = next((g[3] for g in trace.comm_groups.values()
                  if g[0] == LOCATIONS and g[1] == paradigm), None)
    if world is None:
        return None
    if flags & GLOBAL_MEMBERS:
        return list(world)
    return [world[i] if i < len(world) else None for i in listed]


def partner(trace, comm, rank, me):
    """The location that rank of comm means to the location me, or None."""
    key = (comm, me)
    if key not in trace.remote:
        sides = [members(trace, g, me) for g in trace.comms.get(comm, ())]
        if len(sides) == 2:     # between two groups a rank is one of the other side
            remote = sides[1] if sides[0] and me in sides[0] else sides[0]
        else:
            remote = sides[0] if sides else None
        trace.remote[key] = remote
    remote = trace.remote[key]
    found = remote[rank] if remote is not None and rank < len(remote) else None
    return trace.locations.get(found)


def sends_and_receives(trace, location):
    """(sends, receives) of a location; each [order, tick, other location, comm, tag, bytes]."""
    sends, receives, open_sends, posted = [], [], {}, {}
    for i, (kind, tick, args) in enumerate(location.records):
        if kind in ("MpiSend", "MpiIsend"):
            rank, comm, tag, size = args[:4]
            sends.append([i, tick, partner(trace, comm, rank, location.ref), comm, tag, size])
            if kind == "MpiIsend":
                open_sends[args[4]] = sends[-1]
        elif kind == "MpiIsendComplete":
            open_sends.pop(args[0], None)
        elif kind == "MpiIrecvRequest":
            posted[args[0]] = i
        elif kind in ("MpiRecv", "MpiIrecv"):
            rank, comm, tag, size = args[:4]
            order = posted.pop(args[4], i) if kind == "MpiIrecv" else i
            receives.append([order, tick, partner(trace, comm, rank, location.ref), comm, tag, size])
        elif kind == "MpiRequestCancelled":
            posted.pop(args[0], None)
            cancelled = open_sends.pop(args[0], None)
            if cancelled is not None:
                sends.remove(cancelled)
    return sends, receives


def match(trace):
    """(messages in order, {location order: unmatched sends}, {location order: unmatched receives})."""
    sent, received = defaultdict(list), defaultdict(list)
    for location in trace.locations.values():
        sends, receives = sends_and_receives(trace, location)
        for send in sorted(sends, key=lambda s: s[0]):
            to = send[2].ref if send[2] else None
            sent[(send[3], location.ref, to, send[4])].append(send)
        for receive in sorted(receives, key=lambda r: r[0]):
            source = receive[2].ref if receive[2] else None
            received[(receive[3], source, location.ref, receive[4])].append(receive)
    lone_sends, lone_receives = defaultdict(int), defaultdict(int)
    messages = []
    for key in set(sent) | set(received):
        comm, sender, receiver, tag = key
        pairs = 0
        if sender is not None and receiver is not None:
            pairs = min(len(sent[key]), len(received[key]))
        for k in range(pairs):
            send, receive = sent[key][k], received[key][k]
            messages.append(Message(send[1], trace.locations[sender], trace.locations[receiver], tag,
                                    receive[1], comm, send[5], k))
        if len(sent[key]) > pairs:
            lone_sends[trace.locations[sender].order] += len(sent[key]) - pairs
        if len(received[key]) > pairs:
            lone_receives[trace.locations[receiver].order] += len(received[key]) - pairs
    messages.sort(key=lambda m: (m.send, m.sender.order, m.receiver.order, m.tag, m.receive,
                                 m.communicator, m.k))
    return messages, lone_sends, lone_receives
