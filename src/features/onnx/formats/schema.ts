// The part of ONNX's protobuf messages that a model of weights and operators needs, with the field numbers of
// onnx.proto3 (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3), and the bytes of a model. It does not know
// what any operator computes.
import { field, many, protobufMessage } from '../../../files/formats/protobuf';

/** TensorProto.DataType. */
export const elementTypes = { float32: 1, int32: 6, int64: 7 } as const;
export type ElementType = keyof typeof elementTypes;

/** AttributeProto.AttributeType. */
export const attributeTypes = { float: 1, int: 2, ints: 7 } as const;

const schema = {
  ModelProto: {
    irVersion: field('int64', 1),
    producerName: field('string', 2),
    graph: field('GraphProto', 7),
    opsetImport: many('OperatorSetIdProto', 8),
  },
  OperatorSetIdProto: { domain: field('string', 1), version: field('int64', 2) },
  GraphProto: {
    node: many('NodeProto', 1),
    name: field('string', 2),
    initializer: many('TensorProto', 5),
    input: many('ValueInfoProto', 11),
    output: many('ValueInfoProto', 12),
  },
  NodeProto: {
    input: many('string', 1),
    output: many('string', 2),
    name: field('string', 3),
    opType: field('string', 4),
    attribute: many('AttributeProto', 5),
    domain: field('string', 7),
  },
  AttributeProto: {
    name: field('string', 1),
    f: field('float', 2),
    i: field('int64', 3),
    ints: many('int64', 8),
    type: field('int32', 20),
  },
  TensorProto: {
    dims: many('int64', 1),
    dataType: field('int32', 2),
    name: field('string', 8),
    rawData: field('bytes', 9),
  },
  ValueInfoProto: { name: field('string', 1), type: field('TypeProto', 2) },
  TypeProto: { tensorType: field('TensorTypeProto', 1) },
  TensorTypeProto: { elemType: field('int32', 1), shape: field('TensorShapeProto', 2) },
  TensorShapeProto: { dim: many('Dimension', 1) },
  Dimension: { dimValue: field('int64', 1), dimParam: field('string', 2) },
};
const modelMessage = protobufMessage(schema, 'ModelProto');

/** A ModelProto's fields as plain data, by the names above → its bytes. */
export function modelBytes(model: Readonly<Record<string, unknown>>): Uint8Array {
  return modelMessage.toBytes(model);
}

/** The fields of a model's bytes, as far as the schema above knows them. */
export function modelFields(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  return modelMessage.fromBytes(bytes);
}
