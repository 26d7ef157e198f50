#!/usr/bin/env python3
"""The long pretraining run in PyTorch; its first losses equal those of `lab pretrain`.

    python3 models/sprout/pretrain.py BATCHES [--out FOLDER] [--from FILE] [--device cuda] [--first N] [--threads 2]
                                      [--micro-tokens 1024] [--resume]

BATCHES is what `lab pretrain --model sprout --write-batches` wrote (src/headless/pretraining-batches.ts):
  recipe.json         the recipe (src/learning/pretraining/batches.ts) and, as "config", the model's config.json
  init.safetensors    the weights to start from (or --from): f32, Hugging Face names
  batches.bin         (or its parts in order: batches.1.bin, batches.2.bin, …) for each step, for each of
                      recipe.rowLengths: u32 row count, then rows × 5 planes × length u16, little-endian (the planes: PackedRows in models/torch/fast_decoder.py)
Loss: mean over the predicted tokens of the step. AdamW over all weights alike, decay decoupled, clipped by the global norm.
lr(step) = learningRate · min(1, (step + 1) ÷ warmup) · (share + (1 − share) · ½(1 + cos(π · progress))),
progress = max(0, step − warmup) ÷ (steps − warmup).
Writes model.safetensors at the end and checkpoint.safetensors every 500 steps (--checkpoint-every) into the --out folder
(default: BATCHES).
"""
import argparse
import json
import math
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')  # threads share the rows of a step, not one matrix product
import numpy as np  # noqa: E402
import torch  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../torch'))
from decoder import Config, check_shapes, shapes_of  # noqa: E402
from fast_decoder import NOTHING, FastDecoder, PackedRows  # noqa: E402
from safetensors_file import read_header, read_safetensors, write_safetensors  # noqa: E402


class Batches:
    """batches.bin, step after step: [planes u16 [rows, 5, length] for each row length]."""

    def __init__(self, folder, row_lengths):
        self.folder, self.row_lengths, self.part, self.at = folder, row_lengths, 0, 0
        self.path = os.path.join(folder, 'batches.bin')
        self.data = np.memmap(self.path, np.uint8, 'r') if os.path.exists(self.path) else self.next_part()

    def next_part(self):
        self.part, self.at = self.part + 1, 0
        self.path = os.path.join(self.folder, f'batches.{self.part}.bin')
        if not os.path.exists(self.path):
            raise SystemExit(f'there is no {self.path}: write the batches first')
        return np.memmap(self.path, np.uint8, 'r')

    def next(self):
        blocks = []
        if self.at == len(self.data) and self.part > 0:
            self.data = self.next_part()
        for length in self.row_lengths:
            if self.at + 4 > len(self.data):
                raise SystemExit(f'{self.path} ends before the last step: write the batches again')
            rows = int(self.data[self.at:self.at + 4].view('<u4')[0])
            stop = self.at + 4 + rows * 5 * length * 2
            if stop > len(self.data):
                raise SystemExit(f'{self.path}: expected {rows} rows of {length} tokens at byte {self.at}, '
                                 f'the file has {len(self.data)} bytes')
            blocks.append(self.data[self.at + 4:stop].view('<u2').reshape(rows, 5, length))
            self.at = stop
        return blocks


def learning_rate(recipe, step):
    warmup, share = recipe['warmupSteps'], recipe['minLearningRateShare']
    progress = max(0, step - warmup) / max(1, recipe['steps'] - warmup)
    rise = min(1, (step + 1) / warmup) if warmup else 1
    return recipe['learningRate'] * rise * (share + (1 - share) * 0.5 * (1 + math.cos(math.pi * progress)))


def alike(blocks, micro_tokens):
    """The groups taken out of their rows and put together with others of like length: less padding, shorter attention, and few
    enough tokens at a time to stay in the cache."""
    groups = []
    for planes in blocks:
        for row in planes:
            length = int((row[3] != NOTHING).sum())
            edges = [0, *(np.flatnonzero(np.diff(row[2, :length])) + 1), length]
            for start, stop in zip(edges, edges[1:]):
                group = row[:, start:stop].copy()
                group[4][group[4] != NOTHING] -= np.uint16(start)
                groups.append(group)
    groups.sort(key=lambda group: group.shape[1])
    parts, at = [], 0
    while at < len(groups):
        stop = at + 1
        while stop < len(groups) and (stop + 1 - at) * groups[stop].shape[1] <= micro_tokens:
            stop += 1
        part = np.full((stop - at, 5, groups[stop - 1].shape[1]), NOTHING, np.uint16)
        for place, group in enumerate(groups[at:stop]):
            part[place, :, :group.shape[1]] = group
        parts.append(part)
        at = stop
    return parts


class Trainer:
    def __init__(self, recipe, weights, threads, micro_tokens, device):
        self.recipe, self.micro_tokens = recipe, micro_tokens
        check_shapes(shapes_of(Config(recipe['config'])), weights)
        self.device = torch.device(device)
        self.model = FastDecoder(recipe['config'], weights, max(recipe['rowLengths']), device)
        self.moment1, self.moment2 = torch.zeros_like(self.model.flat), torch.zeros_like(self.model.flat)
        self.step = 0
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads)

    def gradient_of(self, parts):
        """(sum of losses, flat gradient of that sum): one thread's share of the step."""
        pieces, total = self.model.leaves(), torch.zeros((), dtype=torch.float64, device=self.device)
        for planes in parts:
            loss = self.model.loss_sum(pieces, PackedRows(torch.from_numpy(planes.astype(np.int32)).to(self.device).long()))
            loss.backward()
            total += loss.detach()
        flat = torch.zeros_like(self.model.flat)
        for start, count, leaf in pieces.values():
            if leaf.grad is not None:
                flat[start:start + count] = leaf.grad.reshape(-1)
        return total, flat

    def train_step(self, blocks):
        """(loss, gradient norm) before the update."""
        recipe, count = self.recipe, max(1, sum(int((planes[:, 4] != NOTHING).sum()) for planes in blocks))
        parts = alike(blocks, self.micro_tokens)
        results = list(self.pool.map(self.gradient_of, [parts[t::self.threads] for t in range(self.threads)]))
        loss = sum(total.item() for total, _ in results) / count
        gradient = results[0][1]
        for _, other in results[1:]:
            gradient += other
        gradient /= count
        norm = gradient.double().norm().item()  # in f32 the sum of half a million squares is off in the fifth digit
        if not math.isfinite(norm) or not math.isfinite(loss):
            raise SystemExit(f'step {self.step}: loss {loss}, gradient norm {norm}: not finite')
        gradient *= min(1.0, recipe['gradientClip'] / (norm + 1e-6))
        rate = learning_rate(recipe, self.step)
        self.step += 1
        beta1, beta2, flat = recipe['beta1'], recipe['beta2'], self.model.flat
        self.moment1.mul_(beta1).add_(gradient, alpha=1 - beta1)
        self.moment2.mul_(beta2).addcmul_(gradient, gradient, value=1 - beta2)
        root = (self.moment2 / (1 - beta2 ** self.step)).sqrt_().add_(recipe['epsilon'])
        flat.mul_(1 - rate * recipe['weightDecay']).addcdiv_(self.moment1, root, value=-rate / (1 - beta1 ** self.step))
        return loss, norm

    def save_checkpoint(self, path):
        write_safetensors(path, {**self.model.tensors(), 'moment1': self.moment1, 'moment2': self.moment2},
                          {'step': str(self.step)})

    def load_checkpoint(self, path):
        tensors = read_safetensors(path, torch.float32)
        for name, view in self.model.tensors().items():
            view.copy_(tensors[name])
        self.moment1.copy_(tensors['moment1']), self.moment2.copy_(tensors['moment2'])
        self.step = int(read_header(path)[1]['step'])


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('batches', help='the folder that `lab pretrain --write-batches` wrote')
    parser.add_argument('--out', help='where model.safetensors goes; default: the same folder')
    parser.add_argument('--first', type=int, help='run only so many steps, print their losses as JSON, write nothing')
    parser.add_argument('--device', default='cpu', help='"cuda" on a GPU: one thread, and everything of a step computed together')
    parser.add_argument('--from', dest='start', help='safetensors to start from, in place of init.safetensors')
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--micro-tokens', type=int, help='tokens computed together (1024; 100,000 on a GPU); a matter of speed only')
    parser.add_argument('--checkpoint-every', type=int, default=500)
    parser.add_argument('--resume', action='store_true', help='continue from checkpoint.safetensors')
    return parser.parse_args()


def main():
    options = parse()
    torch.set_num_threads(1)
    out = options.out or options.batches
    with open(os.path.join(options.batches, 'recipe.json')) as file:
        recipe = json.load(file)
    batches = Batches(options.batches, recipe['rowLengths'])
    steps = recipe['steps'] if options.first is None else min(options.first, recipe['steps'])
    weights = read_safetensors(options.start or os.path.join(options.batches, 'init.safetensors'), torch.float32)
    on_gpu = options.device != 'cpu'
    trainer = Trainer(recipe, weights, 1 if on_gpu else options.threads, options.micro_tokens or (100_000 if on_gpu else 1024),
                      options.device)
    os.makedirs(out, exist_ok=True)
    checkpoint = os.path.join(out, 'checkpoint.safetensors')
    if options.resume:
        trainer.load_checkpoint(checkpoint)
        for _ in range(trainer.step):
            batches.next()
        print(f'continuing at step {trainer.step}', flush=True)
    first, begun, seen, window, losses = trainer.step, time.time(), 0, [], []
    while trainer.step < steps:
        blocks = batches.next()
        loss, norm = trainer.train_step(blocks)
        seen += sum(int((planes[:, 3] != NOTHING).sum()) for planes in blocks)
        window.append(loss), losses.append(loss)
        done = trainer.step
        if options.first is not None:
            continue
        if done % 50 == 0 or done == steps or done == 1:
            seconds = time.time() - begun
            left = seconds / (done - first) * (steps - done)
            print(f'step {done}/{steps}  loss {sum(window) / len(window):.4f}  norm {norm:.2f}  '
                  f'lr {learning_rate(recipe, done - 1):.2e}  {seen / seconds:,.0f} tokens/s  '
                  f'{left / 60:.1f} min left', flush=True)
            window = []
        if done % options.checkpoint_every == 0 and done < steps:
            trainer.save_checkpoint(checkpoint)
    if options.first is not None:
        print(json.dumps({'losses': losses, 'seconds': time.time() - begun, 'tokens': seen}))
        return
    write_safetensors(os.path.join(out, 'model.safetensors'), trainer.model.tensors(), {'format': 'pt'})
    print(f"wrote {os.path.join(out, 'model.safetensors')}: {trainer.model.flat.numel():,} parameters, {steps} steps", flush=True)


if __name__ == '__main__':
    main()
