"""Signals without the engine, to try settings quickly: the base's own weights, adapters as the engine makes them, and games drawn
from exact tables of what the few prompts are answered by. 0.1 s a step on one core with OpenBLAS.

    python3 models/torch/signals_on_paper.py seeds=1,2,3 entropyWeight=0.055 entropyChange=0

Settings are named like the lab's knobs, but for "seeds" and "compared". Prints, for each seed, how many of the eight objects greedy play gets right every ten
steps; a seed ends early after three evaluations with all eight.
"""
import json
import math
import os
import sys

import torch

from decoder import Config, Decoder, adapter_shapes_of, read_folder

SETTINGS = {
    'seeds': '1,2,3', 'steps': 240, 'worldsPerStep': 128, 'branches': 8, 'lookAheads': 8, 'pickTemperature': 0.1,
    'entropyWeight': 0.04, 'entropyChange': 0.13, 'loraNoise': 0.1, 'rank': 16, 'loraAlpha': 32,
    'learningRate': 1e-3, 'beta2': 0.99, 'weightDecay': 0.0,
    'compared': 'group',  # or "role": with all of the role's answers, divided by their deviation
}
BASE = os.path.join(os.path.dirname(__file__), '..', 'sprout')
COLOURS = ['red', 'blue', 'green', 'gold', 'grey', 'pink', 'white', 'black']
SHAPES = ['star', 'ring', 'cross', 'moon', 'leaf', 'drop', 'bell', 'fish']
SYMBOLS = [consonant + vowel for consonant in 'bdfkmptz' for vowel in 'aeio']
ALPHABET, OBJECTS = 16, [(colour, shape) for shape in range(4) for colour in range(2)]
SILENCE = ALPHABET

torch.set_num_threads(1)
fields, weights = read_folder(BASE)
config = Config(fields)
with open(os.path.join(BASE, 'tokenizer.json')) as file:
    vocabulary = json.load(file)['model']['vocab']


def ids(*words):
    return torch.tensor([vocabulary[word] for word in words])


def marked(words):
    """bool [V]: which tokens are one of these words."""
    mask = torch.zeros(config.vocab, dtype=torch.bool)
    mask[ids(*(f' {word}' for word in words))] = True
    return mask


SPEAKER = torch.stack([ids('signals', '\n', 'see', f' {COLOURS[c]}', f' {SHAPES[s]}', '\n', 'speaker', ':') for c, s in OBJECTS])
HEARD = torch.stack([ids('signals', '\n', 'hear', f' {word}', '\n', 'listener', ':') for word in SYMBOLS[:ALPHABET]])
NOTHING = ids('signals', '\n', 'hear', '\n', 'listener', ':')[None]
COLOUR_OF, SHAPE_OF = ids(*(f' {COLOURS[c]}' for c, _ in OBJECTS)), ids(*(f' {SHAPES[s]}' for _, s in OBJECTS))
WORD_OF = torch.full((config.vocab,), SILENCE)
WORD_OF[ids(*(f' {word}' for word in SYMBOLS[:ALPHABET]))] = torch.arange(ALPHABET)


def last(decoder, ids_B_T):
    """Log-probabilities of the next token: [B, V]."""
    return torch.log_softmax(decoder.head(decoder.hidden(ids_B_T)[:, -1]), -1)


def listens(decoder, word_B, first_B=None):
    """What the listener answers to these words: its first token, or its second after `first_B`. [B, V]"""
    rows = torch.zeros(len(word_B), config.vocab)
    for here, prompt in ((word_B != SILENCE, None), (word_B == SILENCE, NOTHING)):
        if here.any():
            at = here.nonzero()[:, 0]
            asked = HEARD[word_B[at]] if prompt is None else prompt.expand(len(at), -1)
            asked = asked if first_B is None else torch.cat([asked, first_B[at, None]], 1)
            rows = rows.index_copy(0, at, last(decoder, asked))
    return rows


def after(decoder, word_B, first_B):
    """(log-probabilities of the second token for each distinct pair, which of them each row is)."""
    pairs, index = torch.unique(word_B * config.vocab + first_B, return_inverse=True)
    return listens(decoder, pairs // config.vocab, pairs % config.vocab), index


def draw(logp_B_V, chance_B_N):
    """Tokens [B, N] by their cumulative distribution: the same chance gives the same token."""
    cumulative = logp_B_V.exp().cumsum(-1)
    return torch.searchsorted(cumulative, chance_B_N * cumulative[:, -1:]).clamp_max(config.vocab - 1)


def centred(settings, reward):
    if settings['compared'] == 'role':
        return (reward - reward.mean()) / (reward.std(unbiased=False) + 1e-4)
    return reward - reward.mean(1, keepdim=True)


def loss_of(bonus, prompt_B, advantage_B, terms):
    """Every distinct prompt weighs alike. `terms`: a pair for each token, (log-probability [B], entropy [B])."""
    count = torch.bincount(prompt_B)
    weight = 1 / ((count > 0).sum() * count[prompt_B] * len(terms))
    return sum(-(weight * (advantage_B * logp + bonus * entropy)).sum() for logp, entropy in terms)


def entropy_of(logp):
    return -(logp.exp() * logp).sum(-1)


class Policy:
    """One adapter and its AdamW."""

    def __init__(self, settings, generator):
        self.tensors = {}
        for name, shape in adapter_shapes_of(config, settings['rank']).items():
            drawn = torch.randn(shape, generator=generator) * settings['loraNoise']
            if name.endswith('A.weight'):
                drawn = (torch.rand(shape, generator=generator) * 2 - 1) / math.sqrt(shape[1])
            self.tensors[name] = drawn.requires_grad_()
        self.optimizer = torch.optim.AdamW(self.tensors.values(), lr=settings['learningRate'], betas=(0.9, settings['beta2']),
                                           eps=1e-8, weight_decay=settings['weightDecay'])
        self.decoder = Decoder(config, weights, self.tensors, settings['loraAlpha'] / settings['rank'])

    def step(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.tensors.values(), 1.0)
        self.optimizer.step()


def greedy(speaker, listener):
    with torch.no_grad():
        word = WORD_OF[last(speaker.decoder, SPEAKER).argmax(-1)]
        first = listens(listener.decoder, word).argmax(-1)
        second = listens(listener.decoder, word, first).argmax(-1)
    return int(((first == COLOUR_OF) & (second == SHAPE_OF)).sum())


def run(settings, seed):
    generator = torch.Generator().manual_seed(seed * 7919 + 13)
    speaker, listener = Policy(settings, generator), Policy(settings, generator)
    worlds, branches, plays = settings['worldsPerStep'], settings['branches'], settings['lookAheads']
    object_W = torch.arange(worlds) % len(OBJECTS)
    every_word, curve = torch.arange(ALPHABET + 1), []
    symbol, colour, shape = marked(SYMBOLS), marked(COLOURS), marked(SHAPES)
    present_colour, present_shape = marked(COLOURS[:2]), marked(SHAPES[:4])

    def chance(*size):
        return torch.rand(size, generator=generator)

    def right(first, second):
        wanted = object_W.view(-1, *[1] * (first.dim() - 1))
        return ((first == COLOUR_OF[wanted]) & (second == SHAPE_OF[wanted])).float()

    for step in range(1, settings['steps'] + 1):
        bonus = settings['entropyWeight'] + settings['entropyChange'] * (step - 1) / settings['steps']
        says, hears = last(speaker.decoder, SPEAKER), listens(listener.decoder, every_word)
        with torch.no_grad():
            said = draw(says[object_W], chance(worlds, branches))
            word = WORD_OF[said]
            # look-ahead: all branches of a world are followed with the same chance
            same = [chance(worlds, 1, plays).expand(worlds, branches, plays) for _ in range(2)]
            first = draw(hears[word.flatten()], same[0].reshape(-1, plays)).view(worlds, branches, plays)
            second_logp, index = after(listener.decoder, word[..., None].expand_as(first).flatten(), first.flatten())
            second = draw(second_logp[index], same[1].reshape(-1, 1)).view_as(first)
            reward = 0.5 * symbol[said] + 0.5 * (word != SILENCE) + right(first, second).mean(-1)
            trunk = torch.multinomial(torch.softmax(reward / settings['pickTemperature'], 1), 1, generator=generator)
            heard = word.gather(1, trunk)[:, 0]
            first = draw(hears[heard], chance(worlds, branches))
        heard = heard[:, None].expand_as(first).flatten()
        second_logp, index = after(listener.decoder, heard, first.flatten())
        with torch.no_grad():
            second = draw(second_logp[index], chance(worlds * branches, 1)).view_as(first)
            form, legal = colour[first] & shape[second], present_colour[first] & present_shape[second]
            picked = 0.5 * form + 0.5 * legal + right(first, second)
        seen = object_W[:, None].expand_as(said).flatten()
        speaker.step(loss_of(bonus, seen, centred(settings, reward).flatten(), [
            (says[seen, said.flatten()], entropy_of(says)[seen])]))
        listener.step(loss_of(bonus, heard, centred(settings, picked).flatten(), [
            (hears[heard, first.flatten()], entropy_of(hears)[heard]),
            (second_logp[index, second.flatten()], entropy_of(second_logp)[index])]))
        if step % 10 == 0:
            curve.append(greedy(speaker, listener))
            if curve[-3:] == [len(OBJECTS)] * 3:
                break
    print(f'seed {seed}: {" ".join(map(str, curve))}', flush=True)


if __name__ == '__main__':
    settings = dict(SETTINGS)
    for given in sys.argv[1:]:
        name, _, value = given.partition('=')
        if name not in SETTINGS:
            sys.exit(f'there is no setting "{name}": {", ".join(SETTINGS)}')
        settings[name] = type(SETTINGS[name])(value)
    for seed in settings['seeds'].split(','):
        run(settings, int(seed))
