"""What the Python otf2 module reads of an archive of Python programs, in the words of check_python.py."""

import warnings
from collections import Counter, defaultdict

import otf2

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def equal(actual, expected, what):
    expect(actual == expected, f"{what}: expected {expected}, found {actual}")


class Archive:
    """All of an archive, checked for what holds for every one: time, nesting, and that all that begins ends.

    visits: name of a region -> how often. children: (name of the region around, name) -> how often.
    sequences: location -> [(enter or leave, region)]. groups: location group's name -> its command line.
    """

    def __init__(self, path):
        warnings.simplefilter("error")
        self.visits = Counter()
        self.children = Counter()
        self.sequences = defaultdict(list)
        self.visits_of_group = defaultdict(Counter)
        with otf2.reader.open(path) as trace:
            self.regions = {region.name: region for region in trace.definitions.regions}
            self.groups = {group.name: "" for group in trace.definitions.location_groups}
            for item in trace.definitions.location_group_properties:
                if item.name == "Command Line":
                    self.groups[item.location_group.name] = item.value
            self._read_events(trace)

    def _read_events(self, trace):
        stacks = defaultdict(list)
        last = {}
        for location, event in trace.events:
            expect(event.time >= last.get(location, 0), f"{location.name}: time goes back")
            last[location] = event.time
            stack = stacks[location]
            if isinstance(event, otf2.events.Enter):
                name = event.region.name
                self.visits[name] += 1
                self.visits_of_group[location.group.name][name] += 1
                self.children[stack[-1] if stack else None, name] += 1
                stack.append(name)
                self.sequences[location].append(("call", event.region))
            elif isinstance(event, otf2.events.Leave):
                expect(stack and stack[-1] == event.region.name, f"{location.name}: {event.region.name} ends within {stack[-3:]}")
                stack.pop()
                self.sequences[location].append(("return", event.region))
        for location, stack in stacks.items():
            equal(stack, [], f"{location.name}: what is open at the end")

    def sequences_of(self, file):
        """What functions of one file did, [(enter or leave, name)] of each location that has any; sorted."""
        of_file = ([(what, region.name) for what, region in events if region.source_file == file]
                   for events in self.sequences.values())
        return sorted(filter(None, of_file))
