"""Trains nothing with batches that worker processes load, as a data loader does: each of them takes numbers of batches
from a queue, reads the samples, joins them, and sends the batch back. The sum that is printed is always the same.

    python3 data_loader.py [BATCHES [WORKERS [fork|spawn]]]
"""

import multiprocessing
import sys

SAMPLES_OF_BATCH = 8


class Samples:
    """Samples that take some time to read."""

    def __getitem__(self, index):
        value = index
        for step in range(8000):
            value = (value * 31 + step) % 65521
        return value


def collate(samples):
    return sorted(samples)


def fetch(samples, batch):
    first = batch * SAMPLES_OF_BATCH
    return collate([samples[index] for index in range(first, first + SAMPLES_OF_BATCH)])


def work(batches, loaded):
    """What a worker does until it is told None."""
    samples = Samples()
    while (batch := batches.get()) is not None:
        loaded.put((batch, fetch(samples, batch)))


class Loader:
    def __init__(self, count, workers, method):
        context = multiprocessing.get_context(method)
        self.count, self.ahead = count, 2 * workers
        self.batches, self.loaded = context.SimpleQueue(), context.SimpleQueue()
        self.workers = [
            context.Process(target=work, args=(self.batches, self.loaded), name=f"worker {number}")
            for number in range(workers)]
        for worker in self.workers:
            worker.start()

    def __iter__(self):
        for batch in range(min(self.ahead, self.count)):
            self.batches.put(batch)
        for batch in range(self.count):
            _, samples = self.loaded.get()
            if batch + self.ahead < self.count:
                self.batches.put(batch + self.ahead)
            yield samples

    def close(self):
        for _ in self.workers:
            self.batches.put(None)
        for worker in self.workers:
            worker.join()


def step(samples):
    weight = 0
    for number in range(20_000):
        weight = (weight * 17 + number) % 127
    return weight * sum(samples)


def train(count, workers, method):
    loader = Loader(count, workers, method)
    total = 0
    for samples in loader:
        total += step(samples)
    loader.close()
    print(total)


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 40, int(sys.argv[2]) if len(sys.argv) > 2 else 3,
        sys.argv[3] if len(sys.argv) > 3 else "fork")
