"""The same decoder as decoder.py, arranged for speed of all-weights training on a CPU (check_fast_decoder.py compares them).

All weights lie in one flat tensor in which q, k, v and gate, up are neighbours, so that each is one matrix product and the
optimiser one pass. The element-wise parts are autograd functions with their backward written out: fewer passes over memory.
"""
import math

import torch
import torch.nn.functional as F

from decoder import Config, rotary_tables, shapes_of


class RmsNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, epsilon):
        scale = torch.linalg.vector_norm(x, dim=-1, keepdim=True).square_().div_(x.shape[-1]).add_(epsilon).rsqrt_()
        hat = x * scale
        ctx.save_for_backward(hat, scale, weight)
        return hat * weight

    @staticmethod
    def backward(ctx, dy):
        hat, scale, weight = ctx.saved_tensors
        product = dy * hat
        dweight = product.reshape(-1, hat.shape[-1]).sum(0)
        inner = (product @ weight).unsqueeze(-1).div_(hat.shape[-1])  # mean of dy·weight·hat
        return torch.addcmul(dy * weight, hat, inner, value=-1).mul_(scale), dweight, None


class SwiGlu(torch.autograd.Function):
    """silu(gate)·up of one [.., 2·mlp] tensor."""

    @staticmethod
    def forward(ctx, gate_up):
        gate, up = gate_up.chunk(2, -1)
        ctx.save_for_backward(gate_up)
        return F.silu(gate).mul_(up)

    @staticmethod
    def backward(ctx, dy):
        (gate_up,) = ctx.saved_tensors
        gate, up = gate_up.chunk(2, -1)
        result = torch.empty_like(gate_up)
        dgate, dup = result.chunk(2, -1)
        sigmoid = torch.sigmoid(gate)
        torch.mul(gate, sigmoid, out=dup)  # silu, for now
        torch.sub(1, sigmoid, out=dgate)
        dgate.mul_(dup).add_(sigmoid).mul_(up).mul_(dy)  # silu' = sigmoid + silu·(1 − sigmoid)
        dup.mul_(dy)
        return result


def turn(x, cos, sin, sign):
    half = x.shape[-1] // 2
    y = x * cos
    y[..., :half].addcmul_(x[..., half:], sin[..., :half], value=-sign)
    y[..., half:].addcmul_(x[..., :half], sin[..., half:], value=sign)
    return y


class Rotary(torch.autograd.Function):
    """x [B, T, heads, D] turned by cos, sin [B, T, 1, D]; backward turns the other way."""

    @staticmethod
    def forward(ctx, x, cos, sin):
        ctx.tables = cos, sin
        return turn(x, cos, sin, 1)

    @staticmethod
    def backward(ctx, dy):
        return turn(dy, *ctx.tables, -1), None, None


class Attention(torch.autograd.Function):
    """Attention of q [N, rep·T, D] (scaled already) over k, v [N, T, D], N = rows × key heads; hidden [B, 1, T, T] is added."""

    @staticmethod
    def forward(ctx, q, k, v, hidden):
        score = torch.bmm(q, k.transpose(1, 2))
        score.view(hidden.shape[0], -1, *hidden.shape[2:]).add_(hidden)
        share = torch.softmax(score, -1)
        ctx.save_for_backward(q, k, v, share)
        return torch.bmm(share, v)

    @staticmethod
    def backward(ctx, dy):
        q, k, v, share = ctx.saved_tensors
        dv = torch.bmm(share.transpose(1, 2), dy)
        dscore = torch._softmax_backward_data(torch.bmm(dy, v.transpose(1, 2)), share, -1, torch.float32)
        return torch.bmm(dscore, k), torch.bmm(dscore.transpose(1, 2), q), dv, None


NOTHING = 65535


class PackedRows:
    """Rows [prompt | c₁ | … | c_K | next prompt …] as src/learning/pretraining/batches.ts packs them: planes_B_5_T of id,
    position, group, segment (0: prompt, k: k-th continuation), source (where in the row this token is predicted); 65535 is
    padding or "not predicted"."""

    def __init__(self, planes_B_5_T):
        B, _, T = planes_B_5_T.shape
        ids, position, group, segment, source = planes_B_5_T.unbind(1)
        padding = segment == NOTHING
        self.ids, self.position = ids.masked_fill(padding, 0), position.masked_fill(padding, 0)
        seen = (group[:, :, None] == group[:, None]) & ((segment[:, None] == 0) | (segment[:, :, None] == segment[:, None]))
        self.hidden = torch.zeros(B, T, T, device=ids.device).masked_fill_(~seen.tril_(), -1e30)[:, None]
        row, place = (source != NOTHING).nonzero(as_tuple=True)
        self.target = ids[row, place]
        # Continuations of one prompt share the place that predicts their first tokens: it goes through the head once.
        self.read, self.reader = torch.unique(row * T + source[row, place], return_inverse=True)


class FastDecoder:
    def __init__(self, fields, weights, max_positions, device='cpu'):
        self.config = config = Config(fields)
        self.shapes = shapes_of(config)
        order = sorted(self.shapes, key=lambda name: 'o_proj' in name or 'norm' in name)  # keeps q, k, v and their biases …
        order.sort(key=lambda name: name.endswith('bias'))  # … as neighbours: weights of a layer first, biases after
        self.order, self.place, offset = order, {}, 0
        for name in order:
            self.place[name] = offset
            offset += math.prod(self.shapes[name])
        self.flat = torch.cat([weights[name].reshape(-1) for name in order]).to(device)
        cos, sin = rotary_tables(config, torch.arange(max_positions), torch.float32)
        self.cos, self.sin = cos.to(device), sin.to(device)
        self.scale = 1 / math.sqrt(config.head_dim)

    def tensors(self, flat=None):
        """{name: tensor} in the order of transformers' state_dict: views of the flat weights."""
        flat = self.flat if flat is None else flat
        return {name: flat[self.place[name]:self.place[name] + math.prod(shape)].view(shape)
                for name, shape in self.shapes.items()}


    def leaves(self):
        """{(names, layer): leaf}: the pieces of the flat tensor that the pass reads, each requiring a gradient."""
        pieces = {}
        config = self.config

        def piece(layer, *names):
            full = [name if layer is None else f'model.layers.{layer}.{name}' for name in names]
            if full[0] not in self.place:
                return
            start, rows = self.place[full[0]], sum(self.shapes[name][0] for name in full)
            count = sum(math.prod(self.shapes[name]) for name in full)
            if self.place[full[-1]] + math.prod(self.shapes[full[-1]]) != start + count:
                raise ValueError(f'{full} are not neighbours')
            leaf = self.flat[start:start + count].view([rows, *self.shapes[full[0]][1:]]).detach().requires_grad_()
            pieces[names[0] if layer is None else f'{layer}.{names[0]}'] = (start, count, leaf)

        piece(None, 'model.embed_tokens.weight'), piece(None, 'model.norm.weight'), piece(None, 'lm_head.weight')
        for layer in range(config.layers):
            for part in ('weight', 'bias'):
                piece(layer, *(f'self_attn.{name}_proj.{part}' for name in 'qkv'))
                piece(layer, f'self_attn.o_proj.{part}')
            piece(layer, 'mlp.gate_proj.weight', 'mlp.up_proj.weight')
            for name in ('mlp.down_proj', 'input_layernorm', 'post_attention_layernorm', 'self_attn.q_norm', 'self_attn.k_norm'):
                piece(layer, f'{name}.weight')
        return pieces

    def loss_sum(self, pieces, rows):
        """Sum of −log p of the predicted tokens of PackedRows; `pieces` come from leaves()."""
        config, (B, T) = self.config, rows.ids.shape
        w = {key: leaf for key, (_, _, leaf) in pieces.items()}
        H, Hkv, D = config.heads, config.kv_heads, config.head_dim
        rep, epsilon = H // Hkv, config.epsilon
        cos, sin = self.cos[rows.position][:, :, None], self.sin[rows.position][:, :, None]
        cos_q, sin_q = cos * self.scale, sin * self.scale
        x = F.embedding(rows.ids, w['model.embed_tokens.weight'])
        for n in range(config.layers):
            y = RmsNorm.apply(x, w[f'{n}.input_layernorm.weight'], epsilon)
            y = F.linear(y, w[f'{n}.self_attn.q_proj.weight'], w.get(f'{n}.self_attn.q_proj.bias'))
            q, k, v = (part.view(B, T, -1, D) for part in y.split([H * D, Hkv * D, Hkv * D], -1))
            if config.family == 'qwen3':
                q = RmsNorm.apply(q, w[f'{n}.self_attn.q_norm.weight'], epsilon)
                k = RmsNorm.apply(k, w[f'{n}.self_attn.k_norm.weight'], epsilon)
            q, k = Rotary.apply(q, cos_q, sin_q), Rotary.apply(k, cos, sin)
            mixed = Attention.apply(q.transpose(1, 2).reshape(B * Hkv, rep * T, D), k.transpose(1, 2).reshape(B * Hkv, T, D),
                                    v.transpose(1, 2).reshape(B * Hkv, T, D), rows.hidden)
            mixed = mixed.view(B, H, T, D).transpose(1, 2).reshape(B, T, H * D)
            if n + 1 == config.layers:  # from here on only the places that predict something are read
                x, mixed = x.view(B * T, -1)[rows.read], mixed.view(B * T, -1)[rows.read]
            x = x + F.linear(mixed, w[f'{n}.self_attn.o_proj.weight'], w.get(f'{n}.self_attn.o_proj.bias'))
            y = RmsNorm.apply(x, w[f'{n}.post_attention_layernorm.weight'], epsilon)
            y = SwiGlu.apply(F.linear(y, w[f'{n}.mlp.gate_proj.weight']))
            x = x + F.linear(y, w[f'{n}.mlp.down_proj.weight'])
        x = RmsNorm.apply(x, w['model.norm.weight'], epsilon)
        logits = F.linear(x, w['model.embed_tokens.weight' if config.tied else 'lm_head.weight'])
        return -torch.log_softmax(logits, -1)[rows.reader, rows.target].sum()
