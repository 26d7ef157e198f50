// The part of ONNX's protobuf messages that a model of weights and operators needs, with the field numbers of
// onnx.proto3 (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3), and the bytes of a model. It does not know
// what any operator computes.
import protobuf from 'protobufjs/light';

/** TensorProto.DataType. */
export const elementTypes = { float32: 1, int32: 6, int64: 7 } as const;
export type ElementType = keyof typeof elementTypes;

/** AttributeProto.AttributeType. */
export const attributeTypes = { float: 1, int: 2, ints: 7 } as const;

const field = (type: string, id: number) => ({ type, id });
const many = (type: string, id: number) => ({ rule: 'repeated', type, id });

const root = protobuf.Root.fromJSON({
  nested: {
    ModelProto: {
      fields: {
        irVersion: field('int64', 1),
        producerName: field('string', 2),
        graph: field('GraphProto', 7),
        opsetImport: many('OperatorSetIdProto', 8),
      },
    },
    OperatorSetIdProto: { fields: { domain: field('string', 1), version: field('int64', 2) } },
    GraphProto: {
      fields: {
        node: many('NodeProto', 1),
        name: field('string', 2),
        initializer: many('TensorProto', 5),
        input: many('ValueInfoProto', 11),
        output: many('ValueInfoProto', 12),
      },
    },
    NodeProto: {
      fields: {
        input: many('string', 1),
        output: many('string', 2),
        name: field('string', 3),
        opType: field('string', 4),
        attribute: many('AttributeProto', 5),
        domain: field('string', 7),
      },
    },
    AttributeProto: {
      fields: {
        name: field('string', 1),
        f: field('float', 2),
        i: field('int64', 3),
        ints: many('int64', 8),
        type: field('int32', 20),
      },
    },
    TensorProto: {
      fields: {
        dims: many('int64', 1),
        dataType: field('int32', 2),
        name: field('string', 8),
        rawData: field('bytes', 9),
      },
    },
    ValueInfoProto: { fields: { name: field('string', 1), type: field('TypeProto', 2) } },
    TypeProto: { fields: { tensorType: field('TensorTypeProto', 1) } },
    TensorTypeProto: { fields: { elemType: field('int32', 1), shape: field('TensorShapeProto', 2) } },
    TensorShapeProto: { fields: { dim: many('Dimension', 1) } },
    Dimension: { fields: { dimValue: field('int64', 1), dimParam: field('string', 2) } },
  },
});
const modelMessage = root.lookupType('ModelProto');

/** A ModelProto's fields as plain data, by the names above → its bytes. */
export function modelBytes(model: Readonly<Record<string, unknown>>): Uint8Array {
  return modelMessage.encode(modelMessage.create(model)).finish();
}

/** The fields of a model's bytes, as far as the schema above knows them. */
export function modelFields(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  return modelMessage.toObject(modelMessage.decode(bytes), { longs: Number });
}
