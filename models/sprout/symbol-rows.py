#!/usr/bin/env python3
"""Gives the symbols of Signals their rows of the vocabulary, once, after the last course.

    python3 models/sprout/symbol-rows.py MODEL.safetensors OUT.safetensors [--turn STEPS]

The text says a stand-in, " sign", wherever a symbol would stand, so the model knows where symbols are said and heard and nothing
else of them. Each symbol's row is the stand-in's plus a direction of its own, twice as long. The directions are orthogonal to the state
in which a speaker answers, for each of the 64 objects, so that an untrained speaker says all symbols alike, whatever it sees. With --turn
(600 is enough) they are then turned, by gradient descent, until an untrained listener answers alike, whichever it hears: else its first
opinions, which every run shares, decide part of what the words come to mean. The shipped rows are not turned yet (models/LOG.md,
2026-11-23). The stand-in's own row is made small: it is said no more.
"""
import json
import os
import sys

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '../torch'))
from decoder import Config, Decoder  # noqa: E402
from safetensors_file import read_safetensors, write_safetensors  # noqa: E402

SHAPES = ['star', 'ring', 'cross', 'moon', 'leaf', 'drop', 'bell', 'fish']
COLOURS = ['red', 'blue', 'green', 'gold', 'grey', 'pink', 'white', 'black']
SYMBOLS = [consonant + vowel for consonant in 'bdfkmptz' for vowel in 'aeio']
EMBEDDING = 'model.embed_tokens.weight'
LENGTH = 2  # of a symbol's direction, in lengths of the stand-in's row
SEED = 7


def speaker_states(config, weights, token):
    """[64, hidden]: the state that predicts what the speaker says, for every object."""
    prompts = [[token['signals'], token['\n'], token['see'], token[f' {colour}'], token[f' {shape}'], token['\n'],
                token['speaker'], token[':']] for shape in SHAPES for colour in COLOURS]
    return Decoder(config, weights).hidden(torch.tensor(prompts))[:, -1]


def directions(states, count):
    """[count, hidden] unit rows, orthogonal to each other and to all states."""
    spanned = torch.linalg.svd(states.double(), full_matrices=False)[2]
    drawn = torch.randn(count, states.shape[1], generator=torch.Generator().manual_seed(SEED), dtype=torch.float64)
    apart = drawn - drawn @ spanned.T @ spanned
    return torch.linalg.qr(apart.T)[0].T.float()


def listener_answers(config, weights, token, ids):
    """[symbols, 9, vocabulary] log-probabilities: of the first word, and of the second one after each colour."""
    start = [token['signals'], token['\n'], token['hear']]
    end = [token['\n'], token['listener'], token[':']]
    colours = [token[f' {colour}'] for colour in COLOURS]
    states = Decoder(config, weights).hidden(torch.tensor([[*start, heard, *end, colour] for heard in ids for colour in colours]))
    logits = (states[:, -2:] @ weights[EMBEDDING].T).unflatten(0, (len(ids), len(colours)))
    return torch.cat([logits[:, :1, 0], logits[:, :, 1]], 1).log_softmax(-1)


def bias_of(logps):
    """Mean over what is heard of KL(answers | heard ‖ answers on average), nats."""
    average = logps.exp().mean(0, keepdim=True).log()
    return (logps.exp() * (logps - average)).sum(-1).mean()


def turned(config, weights, token, ids, states, stand_in, steps):
    """The symbols' rows after descent on the listener's bias: as long as before, orthogonal to the speaker's states."""
    spanned = torch.linalg.svd(states, full_matrices=False)[2]
    free = directions(states, len(ids)).requires_grad_()
    optimizer = torch.optim.Adam([free], lr=0.02)
    frozen = weights[EMBEDDING].clone()

    def rows():
        apart = free - free @ spanned.T @ spanned
        return stand_in + LENGTH * stand_in.norm() * apart / apart.norm(dim=1, keepdim=True)

    for step in range(steps + 1):
        weights[EMBEDDING] = frozen.index_put((torch.tensor(ids),), rows())
        bias = bias_of(listener_answers(config, weights, token, ids))
        if step % 100 == 0:
            alike = torch.nn.functional.cosine_similarity(free[:, None], free[None], dim=-1).fill_diagonal_(0).abs().max().item()
            print(f'step {step}: the listener\'s bias {bias.item():.5f} nats, largest cosine of two directions {alike:.2f}', flush=True)
        if step < steps:
            apart = torch.nn.functional.cosine_similarity(free[:, None], free[None], dim=-1)
            loss = bias + 0.01 * (apart - torch.eye(len(ids))).square().sum() / len(ids)
            optimizer.zero_grad(), loss.backward(), optimizer.step()
    return rows().detach()


def main():
    if len(sys.argv) not in (3, 5) or sys.argv[3:4] not in ([], ['--turn']):
        raise SystemExit(__doc__.split('\n')[2].strip())
    steps = int(sys.argv[4]) if len(sys.argv) == 5 else 0
    with open(os.path.join(HERE, 'tokenizer.json')) as file:
        token = json.load(file)['model']['vocab']
    with open(os.path.join(HERE, 'config.json')) as file:
        config = Config(json.load(file))
    weights = read_safetensors(sys.argv[1], torch.float32)
    rows = weights[EMBEDDING].clone()
    ids = [token[f' {symbol}'] for symbol in SYMBOLS]
    with torch.no_grad():
        states = speaker_states(config, weights, token)
    stand_in = rows[token[' sign']].clone()
    symbol_rows = turned(config, weights, token, ids, states, stand_in, steps) if steps else None
    with torch.no_grad():
        if symbol_rows is None:
            symbol_rows = stand_in + LENGTH * stand_in.norm() * directions(states, len(ids))
        rows[ids] = symbol_rows
        rows[token[' sign']] = 0.05 * stand_in
        said = (states @ rows.T).softmax(-1)[:, ids]
    weights[EMBEDDING] = rows
    write_safetensors(sys.argv[2], weights, {'format': 'pt'})
    ratio = (said.max(0).values / said.min(0).values).max().item()
    print(f'an untrained speaker says a symbol in {100 * said.sum(1).min().item():.1f} % of its first words at least; the objects '
          f'change the chance of one by a factor of {ratio:.3f} at most')


if __name__ == '__main__':
    main()
