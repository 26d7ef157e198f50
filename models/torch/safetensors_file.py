"""Reads and writes safetensors files without the safetensors package.

Format: u64 little-endian length of the header, the header as JSON {name: {dtype, shape, data_offsets: [begin, end]}}, then the
data; offsets count from the end of the header. Whence: https://github.com/huggingface/safetensors (README, "Format").
"""
import json
import os
import struct

import numpy as np
import torch

DTYPE = {'F64': np.float64, 'F32': np.float32, 'F16': np.float16, 'I64': np.int64, 'I32': np.int32, 'U8': np.uint8}


def read_header(path):
    """The header {name: {dtype, shape, data_offsets}}, its metadata, and the offset where the data begins."""
    size = os.path.getsize(path)
    with open(path, 'rb') as file:
        first = file.read(8)
        if len(first) < 8:
            raise ValueError(f'{path}: expected at least 8 bytes, got {len(first)}')
        (length,) = struct.unpack('<Q', first)
        if 8 + length > size:
            raise ValueError(f'{path}: the header claims {length} bytes, the file has {size}')
        header = json.loads(file.read(length))
    metadata = header.pop('__metadata__', {})
    end = 0
    for name, entry in sorted(header.items(), key=lambda item: item[1]['data_offsets'][0]):
        begin, stop = entry['data_offsets']
        width = 2 if entry['dtype'] == 'BF16' else np.dtype(DTYPE[entry['dtype']]).itemsize
        if begin != end:
            raise ValueError(f'{path}: {name} begins at {begin}, the tensor before it ends at {end}')
        if stop - begin != width * int(np.prod(entry['shape'], dtype=np.int64)):
            raise ValueError(f'{path}: {name} of shape {entry["shape"]} has {stop - begin} bytes')
        end = stop
    if 8 + length + end != size:
        raise ValueError(f'{path}: expected {8 + length + end} bytes, got {size}')
    return header, metadata, 8 + length


def read_safetensors(path, dtype=None):
    """{name: tensor}; floating tensors are converted to `dtype` when it is given."""
    header, _, base = read_header(path)
    with open(path, 'rb') as file:
        data = file.read()
    tensors = {}
    for name, entry in header.items():
        begin, end = (base + offset for offset in entry['data_offsets'])
        if entry['dtype'] == 'BF16':  # the upper half of an f32
            bits = np.frombuffer(data[begin:end], np.uint16).astype(np.uint32) << 16
            array = bits.view(np.float32)
        else:
            array = np.frombuffer(data[begin:end], DTYPE[entry['dtype']]).copy()
        tensor = torch.from_numpy(array.reshape(entry['shape']))
        tensors[name] = tensor.to(dtype) if dtype and tensor.is_floating_point() else tensor
    return tensors


def write_safetensors(path, tensors, metadata=None):
    """Writes {name: tensor} as f32, beside the target first and then renamed, so that the file is never half-written."""
    header = {'__metadata__': metadata} if metadata else {}
    blocks, offset = [], 0
    for name, tensor in tensors.items():
        block = tensor.detach().to(torch.float32).contiguous().cpu().numpy().astype('<f4').tobytes()
        header[name] = {'dtype': 'F32', 'shape': list(tensor.shape), 'data_offsets': [offset, offset + len(block)]}
        blocks.append(block)
        offset += len(block)
    text = json.dumps(header, separators=(',', ':')).encode()
    text += b' ' * (-len(text) % 8)
    temporary = f'{path}.{os.getpid()}.part'
    with open(temporary, 'wb') as file:
        file.write(struct.pack('<Q', len(text)) + text)
        file.writelines(blocks)
    os.replace(temporary, path)
