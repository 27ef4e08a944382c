"""The product benchmark's workloads in PyTorch, eager, on one thread: microseconds a mini-batch.

    OMP_NUM_THREADS=1 python3 tests/benchmarks/peers/torch_steps.py [--rounds N]

Images are random floats in memory; each step reads its loss, as the product does.
"""
import argparse
import json
import time

import torch
from torch import nn

BATCH = 32
BATCHES = 64


def dense(*widths):
    layers = []
    for inputs, outputs in zip(widths, widths[1:]):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def convolutional():
    return nn.Sequential(
        nn.Conv2d(1, 8, 3), nn.ReLU(), nn.Conv2d(8, 8, 3), nn.ReLU(), nn.Flatten(),
        nn.Linear(8 * 24 * 24, 10))


class Workload:
    def __init__(self, model, optimizer, shape, accumulated):
        self.model = model
        self.optimizer = optimizer(model.parameters())
        self.images = torch.rand(BATCHES, BATCH, *shape)
        self.labels = torch.randint(0, 10, (BATCHES, BATCH))
        self.accumulated = accumulated
        self.loss = nn.CrossEntropyLoss()
        self.at = 0

    def run(self, steps):
        for _ in range(steps):
            for _ in range(self.accumulated):
                batch = self.at % BATCHES
                self.at += 1
                loss = self.loss(self.model(self.images[batch]), self.labels[batch])
                (loss / self.accumulated).backward()
                loss.item()
            self.optimizer.step()
            self.optimizer.zero_grad()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    torch.set_num_threads(1)
    sgd = lambda parameters: torch.optim.SGD(parameters, lr=0.01)
    workloads = {
        "W1": (Workload(dense(784, 128, 10), sgd, (784,), 1), 200),
        "W2": (Workload(dense(784, 256, 128, 10), sgd, (784,), 16), 6),
        "W3": (Workload(convolutional(), torch.optim.Adam, (1, 28, 28), 1), 20),
    }
    times = {name: [] for name in workloads}
    for name, (workload, steps) in workloads.items():
        workload.run(steps)
    for _ in range(rounds):
        for name, (workload, steps) in workloads.items():
            start = time.perf_counter()
            workload.run(steps)
            seconds = time.perf_counter() - start
            times[name].append(seconds * 1e6 / (steps * workload.accumulated))
    medians = {name: sorted(values)[len(values) // 2] for name, values in times.items()}
    print(json.dumps([{"name": "PyTorch " + torch.__version__, "times": medians}]))


if __name__ == "__main__":
    main()
