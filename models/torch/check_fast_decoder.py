"""Compares fast_decoder.py on packed rows with decoder.py on plain sequences: loss and gradients of all three families.

    python3 models/torch/check_fast_decoder.py
"""
import torch

from decoder import Config, Decoder, shapes_of
from fast_decoder import NOTHING, FastDecoder, PackedRows
from make_golden import CONFIGS, draw, draw_batch, weight_spread

ROW = 40


def pack(groups):
    """The planes of packed rows, written down a second time (the first is packedRows in src/learning/pretraining/batches.ts)."""
    rows = [[]]
    for group in groups:
        number = 1 + max((token[2] for token in rows[-1]), default=-1)
        prompt = group['prompt_P']
        tokens = sum(len(c['token_T']) for c in group['completions']) + len(prompt)
        if len(rows[-1]) + tokens > ROW:
            rows.append([])
            number = 0
        row, base = rows[-1], len(rows[-1])
        row += [(token, place, number, 0, NOTHING) for place, token in enumerate(prompt)]
        for k, completion in enumerate(group['completions']):
            for t, token in enumerate(completion['token_T']):
                row.append((token, len(prompt) + t, number, k + 1, base + len(prompt) - 1 if t == 0 else len(row) - 1))
    return torch.tensor([row + [(NOTHING,) * 5] * (ROW - len(row)) for row in rows]).transpose(1, 2)


def plain_loss(decoder, groups):
    """Sum of −log p, every prompt + completion a sequence of its own."""
    total = 0
    for group in groups:
        for completion in group['completions']:
            ids = torch.tensor(group['prompt_P'] + completion['token_T'])
            logp = torch.log_softmax(decoder.forward(ids[None])[0, :-1], -1).gather(1, ids[1:, None])
            total = total - logp[len(group['prompt_P']) - 1:].sum()
    return total


def main():
    for family, fields in CONFIGS.items():
        config, chance = Config(fields), torch.Generator().manual_seed(5)
        weights = {name: t.float() for name, t in draw(shapes_of(config), weight_spread, chance).items()}
        groups = draw_batch(config, chance) + draw_batch(config, chance)
        plain = {name: t.double().requires_grad_() for name, t in weights.items()}
        expected = plain_loss(Decoder(config, plain), groups)
        expected.backward()
        fast = FastDecoder(fields, weights, 64)
        pieces = fast.leaves()
        loss = fast.loss_sum(pieces, PackedRows(pack(groups)))
        loss.backward()
        gradient = torch.zeros_like(fast.flat)
        for start, count, leaf in pieces.values():
            gradient[start:start + count] = leaf.grad.reshape(-1)
        worst = max((plain[name].grad - t).abs().max().item() for name, t in fast.tensors(gradient).items())
        largest = max(t.grad.abs().max().item() for t in plain.values())
        print(f'{family}: loss {expected.item():.6f} off by {abs(loss.item() - expected.item()):.1e}, '
              f'gradients up to {largest:.2f} off by {worst:.1e}')
        if abs(loss.item() - expected.item()) > 1e-4 * expected.item() or worst > 1e-4 * largest:
            raise SystemExit('fast_decoder.py and decoder.py differ')


if __name__ == '__main__':
    main()
