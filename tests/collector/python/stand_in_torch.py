"""Writes a package `torch` that has nothing but what the preset of the data loader names, under PyTorch's own names and
called as its data loader calls it: no PyTorch is needed, and none is imitated beyond that."""

import os
import textwrap

FILES = {
    "torch/__init__.py": """
        class TensorBase:
            def to(self, device):
                return (device, self)
        class Tensor(TensorBase):
            pass
        from . import utils
    """,
    "torch/utils/__init__.py": "from . import data",
    "torch/utils/data/__init__.py": "from .dataloader import DataLoader",
    "torch/utils/data/_utils/__init__.py": "from . import fetch, pin_memory, worker",
    "torch/utils/data/_utils/fetch.py": """
        class _BaseDatasetFetcher:
            def __init__(self, dataset):
                self.dataset = dataset
        class _MapDatasetFetcher(_BaseDatasetFetcher):
            def fetch(self, batch):
                return [self.dataset[index] for index in batch]
        class _IterableDatasetFetcher(_BaseDatasetFetcher):
            def fetch(self, batch):
                return list(self.dataset)
    """,
    "torch/utils/data/_utils/pin_memory.py": """
        def pin_memory(data, device=None):
            return [pin_memory(item) for item in data] if isinstance(data, list) else data
    """,
    "torch/utils/data/_utils/worker.py": """
        from . import fetch
        def _worker_loop(dataset, batches, loaded):
            fetcher = fetch._MapDatasetFetcher(dataset)
            while (batch := batches.get()) is not None:
                loaded.put(fetcher.fetch(batch))
    """,
    "torch/utils/data/dataloader.py": """
        import multiprocessing
        from . import _utils
        class _BaseDataLoaderIter:
            def __next__(self):
                return self._next_data()
        class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
            def __init__(self, loader):
                context = multiprocessing.get_context(loader.method)
                self.batches, self.loaded = context.SimpleQueue(), context.SimpleQueue()
                self.workers = [context.Process(target=_utils.worker._worker_loop,
                                                args=(loader.dataset, self.batches, self.loaded))
                                for _ in range(loader.num_workers)]
                for worker in self.workers:
                    worker.start()
                for batch in loader.order:
                    self.batches.put(batch)
                self.left = len(loader.order)
            def _next_data(self):
                if self.left == 0:
                    for _ in self.workers:
                        self.batches.put(None)
                    for worker in self.workers:
                        worker.join()
                    raise StopIteration
                self.left -= 1
                return _utils.pin_memory.pin_memory(self.loaded.get())
        class DataLoader:
            def __init__(self, dataset, batch_size, num_workers, method):
                self.dataset, self.num_workers, self.method = dataset, num_workers, method
                indices = list(range(len(dataset)))
                self.order = [indices[i:i + batch_size] for i in range(0, len(indices), batch_size)]
            def __iter__(self):
                iterator = _MultiProcessingDataLoaderIter(self)
                while True:
                    try:
                        yield iterator.__next__()
                    except StopIteration:
                        return
    """,
    "train.py": """
        import sys
        import torch
        from torch.utils.data import DataLoader
        class Dataset:
            def __len__(self):
                return 12
            def __getitem__(self, index):
                return index
        if __name__ == "__main__":
            total = 0
            for batch in DataLoader(Dataset(), 3, 2, sys.argv[1]):
                device, _ = torch.Tensor().to("cuda")
                total += sum(batch)
            print(device, total)
    """,
}


def write_torch(folder):
    for name, text in FILES.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(text))
