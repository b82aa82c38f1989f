"""What the Python otf2 module reads of an archive of an OpenMP program, checked for what holds for every one."""

import warnings
from collections import Counter, defaultdict

import otf2
from expectations import equal, expect, word


class Archive:
    """visits: by region. kinds: events by kind. regions: definitions by name. teams: names of locations, of each team.
    waits: (region, location) -> time in it. joins: times of joins, and behind[region] the ends of its visits.
    tasks: number of tasks that were made; parts: how often tasks began or went on.
    """

    def __init__(self, path, is_whole=True):
        warnings.simplefilter("error")
        self.visits = Counter()
        self.kinds = Counter()
        self.regions = {}
        self.joins = []
        self.ends = defaultdict(list)
        self.is_whole = is_whole
        self._stacks = defaultdict(list)
        self._teams = defaultdict(list)
        self._running = defaultdict(list)
        self._made = set()
        self._done = set()
        self._held = {}
        self._orders = defaultdict(int)
        with otf2.reader.open(path) as trace:
            self.regions = {region.name: region for region in trace.definitions.regions}
            self.teams = [[location.name for location in comm.group.members] for comm in trace.definitions.comms]
            self.locations = [location.name for location in trace.definitions.locations]
            last = {}
            for location, event in trace.events:
                expect(event.time >= last.get(location, 0), f"{location.name}: time goes back")
                last[location] = event.time
                kind = type(event).__name__
                self.kinds[kind] += 1
                getattr(self, "_" + kind)(location, event)
        if is_whole:
            expect(not any(self._stacks.values()), "a region is open at the end")
            expect(not any(self._teams.values()), "a team is open at the end")
            expect(not any(self._running.values()), f"a task is open at the end: {dict(self._running)}")
            equal(len(self._done), len(self._made), "tasks that are complete")
            expect(not self._held, "a lock is held at the end")
        self.tasks = len(self._made)

    def count(self, name):
        """Visits of all regions of a construct, wherever they stand."""
        return sum(count for region, count in self.visits.items() if region.split(" @")[0] == name)

    def _Enter(self, location, event):
        self.visits[event.region.name] += 1
        self._stacks[location].append(event.region.name)

    def _Leave(self, location, event):
        equal(self._stacks[location].pop(), event.region.name, f"{location.name}: what is left")
        self.ends[event.region.name].append(event.time)

    def _ThreadFork(self, _, event):
        equal(word(event.model), "OPENMP", "the model of a fork")
        expect(event.number_of_requested_threads > 0, "a fork asks for no thread")

    def _ThreadJoin(self, _, event):
        self.joins.append(event.time)

    def _ThreadTeamBegin(self, location, event):
        expect(location in event.thread_team.group.members, f"{location.name} begins a team that it is not in")
        self._teams[location].append(event.thread_team)

    def _ThreadTeamEnd(self, location, event):
        equal(event.thread_team, self._teams[location].pop(), f"{location.name}: the team that ends")

    def _task(self, event):
        expect(event.creating_thread < len(event.thread_team.group.members), f"no thread made the task of {event}")
        return event.thread_team.group.members[event.creating_thread].name, event.generation_number

    def _ThreadTaskCreate(self, location, event):
        task = self._task(event)
        equal(task[0], location.name, "who makes a task")
        expect(task not in self._made, f"task {task} is made twice")
        expect(task[1] > 0, "an explicit task has the number of implicit ones")
        self._made.add(task)

    def _ThreadTaskSwitch(self, location, event):
        task = self._task(event)
        running = self._running[location]
        if task in running:  # the one below goes on
            del running[running.index(task) + 1:]
        elif task[1] == 0:
            equal(task[0], location.name, "whose implicit task goes on")
            running.clear()
        else:
            expect(task in self._made and task not in self._done, f"task {task} runs at the wrong time")
            expect(not any(task in other for other in self._running.values()), f"task {task} runs twice at a time")
            running.append(task)

    def _ThreadTaskComplete(self, location, event):
        task = self._task(event)
        equal(self._running[location][-1:], [task], f"{location.name}: the task that runs when one is complete")
        expect(task not in self._done, f"task {task} is complete twice")
        self._running[location].pop()
        self._done.add(task)

    def _ThreadAcquireLock(self, location, event):
        expect(event.acquisition_order > self._orders[event.lock_id], "acquisitions of a lock are out of order")
        self._orders[event.lock_id] = event.acquisition_order
        self._held[event.lock_id, event.acquisition_order] = location

    def _ThreadReleaseLock(self, location, event):
        equal(self._held.pop((event.lock_id, event.acquisition_order), None), location, "who gives a lock back")
