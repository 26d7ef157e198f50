"""Writes the golden numbers of the engine's tests, src/engine/model/golden/{llama,qwen2,qwen3}.json (format: README.md there).

    python3 models/torch/make_golden.py [FOLDER]

Computed in float64, stored as f32. Every sequence is computed alone, prompt and completion together: the engine's group packing
is compared with a program that knows nothing of it. The same computation in float32 runs beside, and how far it lands from the
float64 one is stored as "float32Distance": what an engine in f32 can be asked for.
"""
import base64
import json
import math
import os
import sys

import torch

from decoder import Config, Decoder, adapter_shapes_of, shapes_of

RANK, ALPHA = 4, 8
COMMON = {'hidden_act': 'silu', 'hidden_size': 24, 'num_hidden_layers': 2, 'intermediate_size': 40, 'vocab_size': 37,
          'max_position_embeddings': 64, 'attention_dropout': 0.0, 'use_cache': True, 'torch_dtype': 'float32'}
CONFIGS = {
    'llama': {'architectures': ['LlamaForCausalLM'], 'model_type': 'llama', **COMMON, 'num_attention_heads': 3,
              'num_key_value_heads': 1, 'head_dim': 8, 'rms_norm_eps': 1e-5, 'rope_theta': 10000.0,
              'tie_word_embeddings': False},
    'qwen2': {'architectures': ['Qwen2ForCausalLM'], 'model_type': 'qwen2', **COMMON, 'num_attention_heads': 4,
              'num_key_value_heads': 2, 'rms_norm_eps': 1e-6, 'rope_theta': 1000000.0, 'tie_word_embeddings': True},
    'qwen3': {'architectures': ['Qwen3ForCausalLM'], 'model_type': 'qwen3', **COMMON, 'num_attention_heads': 4,
              'num_key_value_heads': 2, 'head_dim': 10, 'rms_norm_eps': 1e-6, 'rope_theta': 1000.0,
              'tie_word_embeddings': True},
}
OBJECTIVE = {'kind': 'at-grpo', 'clipLow': 0.2, 'clipHigh': 0.2, 'kl': 0.05, 'entropy': 0.01, 'aggregation': 'token-mean',
             'divisor': 1}
SEQUENCE_MEAN = {**OBJECTIVE, 'aggregation': 'sequence-mean'}
CONSTANT = {**OBJECTIVE, 'aggregation': 'constant', 'divisor': 50}
SFT = {**OBJECTIVE, 'kind': 'sft', 'kl': 0, 'entropy': 0}
KNOBS = {'learningRate': 1e-2, 'beta1': 0.9, 'beta2': 0.95, 'epsilon': 1e-8, 'weightDecay': 0.01, 'gradientClip': 1.0}


def stored(tensor):
    """A tensor that survives the trip through f32 unchanged, in float64."""
    return tensor.to(torch.float32).to(torch.float64)


def draw(shapes, spread, chance):
    """Random tensors; a norm's weight lies around 1, everything else around 0 with spread(name, shape)."""
    return {name: stored((1 if 'norm' in name else 0)
                         + spread(name, shape) * torch.randn(shape, generator=chance, dtype=torch.float64))
            for name, shape in shapes.items()}


def weight_spread(name, shape):
    if 'norm' in name or 'bias' in name:
        return 0.3
    return 0.6 if 'embed' in name else 1.5 / math.sqrt(shape[-1])


def draw_batch(config, chance):
    """Groups of K = 3 completions of different lengths; the old and reference log-probabilities come later."""
    def ids(count):
        return torch.randint(0, config.vocab, (count,), generator=chance).tolist()
    return [{'prompt_P': ids(prompt),
             'completions': [{'token_T': ids(length), 'advantage': advantage} for length, advantage in zip(lengths, advantages)]}
            for prompt, lengths, advantages in [(7, (4, 1, 6), (1.25, -0.75, -0.5)), (11, (2, 5, 3), (-1.0, 1.5, -0.5)),
                                                (1, (3, 7, 2), (0.5, 0.75, -1.25))]]


def score(decoder, batch):
    """[(logp_T, entropy_T)] of every completion, each computed as a sequence of its own."""
    results = []
    for group in batch:
        for completion in group['completions']:
            prompt, tokens = group['prompt_P'], completion['token_T']
            logits = decoder.forward(torch.tensor([prompt + tokens]))[0, len(prompt) - 1:-1]
            logp_T_V = torch.log_softmax(logits, -1)
            logp_T = logp_T_V.gather(1, torch.tensor(tokens)[:, None])[:, 0]
            results.append((logp_T, -(logp_T_V.exp() * logp_T_V).sum(-1)))
    return results


def objective(settings, batch, scores):
    """(loss, report): src/learning/algorithm/objective.ts, written down a second time."""
    completions = [completion for group in batch for completion in group['completions']]
    tokens = sum(len(c['token_T']) for c in completions)
    loss, ratios, clips, kls, entropies, mismatch = 0, [], [], [], [], 0
    for c, (logp, entropy) in zip(completions, scores):
        old, ref = (torch.tensor(c[key], dtype=torch.float64).to(logp.dtype) for key in ('oldLogp_T', 'refLogp_T'))
        weight = {'token-mean': 1 / tokens, 'sequence-mean': 1 / (len(completions) * len(logp)),
                  'constant': 1 / settings['divisor']}[settings['aggregation']]
        if settings['kind'] == 'sft':
            loss = loss - weight * logp.sum()
            continue
        ratio, advantage = (logp - old).exp(), c['advantage']
        held = ratio.clamp(1 - settings['clipLow'], 1 + settings['clipHigh'])
        k3 = (ref - logp).exp() - (ref - logp) - 1
        gain = torch.minimum(ratio * advantage, held * advantage)
        loss = loss + weight * (-gain + settings['kl'] * k3 - settings['entropy'] * entropy).sum()
        ratios.append(ratio), clips.append(held * advantage < ratio * advantage), kls.append(k3), entropies.append(entropy)
        mismatch = max(mismatch, (logp - old).abs().max().item())
    if settings['kind'] == 'sft':
        return loss, {'tokens': tokens, 'loss': loss.item()}
    ratio = torch.cat(ratios)
    return loss, {'tokens': tokens, 'loss': loss.item(), 'clippedShare': torch.cat(clips).double().mean().item(),
                  'ratioLow': ratio.min().item(), 'ratioHigh': ratio.max().item(), 'kl': torch.cat(kls).mean().item(),
                  'entropy': torch.cat(entropies).mean().item(), 'mismatch': mismatch}


def norm(gradients):
    return math.sqrt(sum(g.double().pow(2).sum().item() for g in gradients))


def gradients_of(config, weights, adapter, settings, batch):
    """({loss, gradientNorm, gradients}) of the adapter where there is one, else of all weights."""
    trained = {name: t.clone().requires_grad_() for name, t in (weights if adapter is None else adapter).items()}
    decoder = Decoder(config, trained) if adapter is None else Decoder(config, weights, trained, ALPHA / RANK)
    loss, report = objective(settings, batch, score(decoder, batch))
    loss.backward()
    return report, {name: t.grad for name, t in trained.items()}


def train(config, weights, adapter, settings, batch):
    """Ten steps on one batch: loss and gradient norm before each update, and the L2 norm of the weights' change in it."""
    trained = {name: t.clone().requires_grad_() for name, t in (weights if adapter is None else adapter).items()}
    decoder = Decoder(config, trained) if adapter is None else Decoder(config, weights, trained, ALPHA / RANK)
    optimizer = torch.optim.AdamW(trained.values(), lr=KNOBS['learningRate'], betas=(KNOBS['beta1'], KNOBS['beta2']),
                                  eps=KNOBS['epsilon'], weight_decay=KNOBS['weightDecay'])
    losses, norms, changes = [], [], []
    for _ in range(10):
        before = [t.detach().clone() for t in trained.values()]
        optimizer.zero_grad()
        loss, _ = objective(settings, batch, score(decoder, batch))
        loss.backward()
        losses.append(loss.item())
        norms.append(torch.nn.utils.clip_grad_norm_(trained.values(), KNOBS['gradientClip']).item())
        optimizer.step()
        changes.append(norm([t.detach() - b for t, b in zip(trained.values(), before)]))
    return {'loss_S': losses, 'gradientNorm_S': norms, 'weightChange_S': changes}


def set_old_and_reference(config, weights, adapter, batch, chance):
    """oldLogp off by up to ±0.5, so that ratios lie on both sides of the clip but never near its edge; refLogp off a little."""
    with torch.no_grad():
        scores = score(Decoder(config, weights, adapter, ALPHA / RANK), batch)
    completions = [c for group in batch for c in group['completions']]
    for c, (logp, _) in zip(completions, scores):
        offset = torch.empty(0, dtype=torch.float64)
        while len(offset) < len(logp):
            o = torch.rand(1, generator=chance, dtype=torch.float64) - 0.5
            if all(abs(o.exp().item() - edge) > 0.02 for edge in (0.8, 1.2)):
                offset = torch.cat([offset, o])
        c['oldLogp_T'] = stored(logp - offset).tolist()
        c['refLogp_T'] = stored(logp + 0.4 * torch.randn(len(logp), generator=chance, dtype=torch.float64)).tolist()


def compute(config, weights, adapter, sequences, batch, dtype):
    """Everything expected, in one precision."""
    weights, adapter = ({name: t.to(dtype) for name, t in tensors.items()} for tensors in (weights, adapter))
    bare, adapted = Decoder(config, weights), Decoder(config, weights, adapter, ALPHA / RANK)
    with torch.no_grad():
        expected = {
            'logits': [bare.forward(torch.tensor([ids]))[0] for ids in sequences],
            'adaptedLogits': [adapted.forward(torch.tensor([ids]))[0] for ids in sequences],
            'scores': score(bare, batch), 'adaptedScores': score(adapted, batch),
            'sequenceMean': objective(SEQUENCE_MEAN, batch, score(adapted, batch))[1],
            'constant': objective(CONSTANT, batch, score(adapted, batch))[1]}
    expected['atGrpo'] = gradients_of(config, weights, adapter, OBJECTIVE, batch)
    expected['sft'] = gradients_of(config, weights, None, SFT, batch)
    expected['sftTraining'] = train(config, weights, None, SFT, batch)
    expected['atGrpoTraining'] = train(config, weights, adapter, OBJECTIVE, batch)
    return expected


def distance(a, b):
    """Largest absolute difference between two nested results."""
    if isinstance(a, dict):
        return max(distance(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)):
        return max(distance(x, y) for x, y in zip(a, b))
    return (torch.as_tensor(a).double() - torch.as_tensor(b).double()).abs().max().item()


def packed(tensor):
    data = tensor.detach().to(torch.float32).contiguous().numpy().astype('<f4').tobytes()
    return {'shape': list(tensor.shape), 'data': base64.b64encode(data).decode()}


def packed_all(tensors):
    return {name: packed(t) for name, t in tensors.items()}


def golden(family):
    fields = CONFIGS[family]
    config = Config(fields)
    chance = torch.Generator().manual_seed(20240 + list(CONFIGS).index(family))
    weights = draw(shapes_of(config), weight_spread, chance)
    adapter = draw(adapter_shapes_of(config, RANK), lambda name, shape: 0.25, chance)
    sequences = [torch.randint(0, config.vocab, (length,), generator=chance).tolist() for length in (9, 1, 17)]
    batch = draw_batch(config, chance)
    set_old_and_reference(config, weights, adapter, batch, chance)
    exact = compute(config, weights, adapter, sequences, batch, torch.float64)
    single = compute(config, weights, adapter, sequences, batch, torch.float32)

    def gradients(key, settings):
        report, gradient = exact[key]
        return {'settings': settings, 'report': report, 'gradientNorm': norm(gradient.values()),
                'gradients': packed_all(gradient)}

    def training(key, settings):
        return {'settings': settings, 'knobs': KNOBS, **exact[key]}

    def scores(key):
        flat = [{'logp_T': logp.tolist(), 'entropy_T': entropy.tolist()} for logp, entropy in exact[key]]
        return [flat[3 * group:3 * group + 3] for group in range(len(batch))]

    return {
        'family': family,
        'config': fields,
        'weights': packed_all(weights),
        'adapter': {'rank': RANK, 'alpha': ALPHA, 'tensors': packed_all(adapter)},
        'sequences': [{'token_T': ids, 'logits_T_V': packed(bare), 'adaptedLogits_T_V': packed(adapted)}
                      for ids, bare, adapted in zip(sequences, exact['logits'], exact['adaptedLogits'])],
        'batch': batch,
        'scores': {'bare': scores('scores'), 'adapted': scores('adaptedScores')},
        'atGrpo': gradients('atGrpo', OBJECTIVE),
        'atGrpoSequenceMean': {'settings': SEQUENCE_MEAN, 'report': exact['sequenceMean']},
        'atGrpoConstant': {'settings': CONSTANT, 'report': exact['constant']},
        'sft': gradients('sft', SFT),
        'sftTraining': training('sftTraining', SFT),
        'atGrpoTraining': training('atGrpoTraining', OBJECTIVE),
        'float32Distance': {
            'logits': max(distance(exact[key], single[key]) for key in ('logits', 'adaptedLogits')),
            'scores': max(distance(exact[key], single[key]) for key in ('scores', 'adaptedScores')),
            'losses': max(distance(exact[key], single[key]) for key in ('sequenceMean', 'constant')),
            'atGrpoGradients': distance(exact['atGrpo'][1], single['atGrpo'][1]),
            'sftGradients': distance(exact['sft'][1], single['sft'][1]),
            **{f'{key} {series}': distance(exact[key][series], single[key][series])
               for key in ('sftTraining', 'atGrpoTraining') for series in exact[key]}},
    }


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, '../../src/engine/model/golden')
    os.makedirs(folder, exist_ok=True)
    for family in CONFIGS:
        result = golden(family)
        path = os.path.join(folder, f'{family}.json')
        with open(path, 'w') as file:
            json.dump(result, file, separators=(',', ':'))
        print(f'{family}: {os.path.getsize(path) / 1000:.0f} kB; float32 distances:', result['float32Distance'])


if __name__ == '__main__':
    main()
