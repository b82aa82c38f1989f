"""A small training loop for run_all, where PyTorch is there: its last loss, and how long a step takes."""

import time

import torch

if not torch.cuda.is_available():
    raise SystemExit(77)
torch.manual_seed(1)
model = torch.nn.Sequential(torch.nn.Linear(256, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10)).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
inputs = torch.randn(128, 256, device="cuda")
targets = torch.randint(0, 10, (128,), device="cuda")
for step in range(60):
    if step == 10:
        torch.cuda.synchronize()
        begin = time.perf_counter()
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(inputs), targets)
    loss.backward()
    optimizer.step()
torch.cuda.synchronize()
print(f"steps 50 seconds {time.perf_counter() - begin:.6f} loss {loss.item():.4f}")
