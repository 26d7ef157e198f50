#!/usr/bin/env python3
"""Makes src/features/trackers/worker/golden/events.json: an event file as TensorBoard's own messages and its own record writer make it.

    python3 e2e/foreign/make_events_golden.py      # needs tensorboard
"""
import base64
import json
import os

from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.compat.proto.summary_pb2 import DATA_CLASS_SCALAR, DATA_CLASS_TENSOR, Summary, SummaryMetadata
from tensorboard.compat.proto.tensor_pb2 import TensorProto
from tensorboard.compat.proto.tensor_shape_pb2 import TensorShapeProto
from tensorboard.compat.proto.types_pb2 import DT_DOUBLE, DT_STRING
from tensorboard.summary.writer.record_writer import RecordWriter

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../src/features/trackers/worker/golden/events.json')


class Bytes(bytearray):
    write = bytearray.extend


def metadata(plugin, data_class, **more):
    return SummaryMetadata(plugin_data=SummaryMetadata.PluginData(plugin_name=plugin), data_class=data_class, **more)


text = TensorProto(dtype=DT_STRING, tensor_shape=TensorShapeProto(), string_val=['rôle'.encode()])
bins = TensorProto(dtype=DT_DOUBLE, tensor_shape=TensorShapeProto(dim=[TensorShapeProto.Dim(size=2), TensorShapeProto.Dim(size=3)]),
                   double_val=[-3, 0, 5, 0, 3, 7])
events = [
    Event(wall_time=1795533756.5, file_version='brain.Event:2'),
    Event(wall_time=1795533756.5, step=0, summary=Summary(value=[
        Summary.Value(tag='configuration', metadata=metadata('text', DATA_CLASS_TENSOR), tensor=text)])),
    Event(wall_time=1795533758.25, step=1, summary=Summary(value=[
        Summary.Value(tag='success/validation', metadata=metadata('scalars', DATA_CLASS_SCALAR, summary_description='Share solved'), simple_value=0.125),
        Summary.Value(tag='advantages/tool', metadata=metadata('histograms', DATA_CLASS_TENSOR, summary_description='Of its answers'), tensor=bins)])),
    Event(wall_time=1795533760, step=300, summary=Summary(value=[
        Summary.Value(tag='success/validation', simple_value=0.75)])),
]
file = Bytes()
writer = RecordWriter(file)
for event in events:
    writer.write(event.SerializeToString())
os.makedirs(os.path.dirname(OUT), exist_ok=True)
with open(OUT, 'w') as out:
    json.dump({'file': base64.b64encode(bytes(file)).decode()}, out)
    out.write('\n')
print(f'{OUT}: {len(file)} bytes')
