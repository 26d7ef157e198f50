#!/usr/bin/env python3
"""Gives the symbols of Signals their rows of the vocabulary, once, after the last course.

    python3 models/sprout/symbol-rows.py MODEL.safetensors OUT.safetensors

The text says a stand-in, " sign", wherever a symbol would stand, so the model knows where symbols are said and heard and nothing
else of them. Each symbol's row is the stand-in's plus a direction of its own, twice as long: directions that are
orthogonal to each other and to the state in which a speaker answers, for each of the 64 objects, so that an untrained
speaker says all symbols alike, whatever it sees, and a listener can tell them apart. The stand-in's own row is made small: it is said no more.
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


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__.split('\n')[2].strip())
    with open(os.path.join(HERE, 'tokenizer.json')) as file:
        token = json.load(file)['model']['vocab']
    with open(os.path.join(HERE, 'config.json')) as file:
        config = Config(json.load(file))
    weights = read_safetensors(sys.argv[1], torch.float32)
    rows = weights[EMBEDDING].clone()
    with torch.no_grad():
        states = speaker_states(config, weights, token)
        stand_in = rows[token[' sign']].clone()
        ids = [token[f' {symbol}'] for symbol in SYMBOLS]
        rows[ids] = stand_in + LENGTH * stand_in.norm() * directions(states, len(ids))
        rows[token[' sign']] = 0.05 * rows[token[' sign']]
        said = (states @ rows.T).softmax(-1)[:, ids]
    weights[EMBEDDING] = rows
    write_safetensors(sys.argv[2], weights, {'format': 'pt'})
    ratio = (said.max(0).values / said.min(0).values).max().item()
    print(f'an untrained speaker says a symbol in {100 * said.sum(1).min().item():.1f} % of its first words at least; the objects '
          f'change the chance of one by a factor of {ratio:.3f} at most')


if __name__ == '__main__':
    main()
