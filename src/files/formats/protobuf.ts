// Protobuf messages by the names and numbers of their fields, and their bytes. The library works from tables at run
// time: others make code of text, which the page's policy forbids.
import { MessageType, type PartialFieldInfo, RepeatType, ScalarType } from '@protobuf-ts/runtime';
import { present } from '../../basics/check';

const scalars = {
  double: ScalarType.DOUBLE,
  float: ScalarType.FLOAT,
  int64: ScalarType.INT64,
  int32: ScalarType.INT32,
  string: ScalarType.STRING,
  bytes: ScalarType.BYTES,
} as const;

/** As a .proto file says it: a scalar's type or a message's name, and the field's number. */
export interface ProtobufField {
  readonly type: string;
  readonly id: number;
  readonly repeated?: boolean;
}

export const field = (type: string, id: number): ProtobufField => ({ type, id });
export const many = (type: string, id: number): ProtobufField => ({ type, id, repeated: true });

/** What a field holds, by the names of the schema; 64-bit integers are numbers. */
export type ProtobufFields = Readonly<Record<string, unknown>>;

export interface ProtobufMessage {
  /** Fields that are undefined are left out; zeros are written. */
  toBytes(fields: ProtobufFields): Uint8Array;
  /** The fields that the schema knows. */
  fromBytes(bytes: Uint8Array): ProtobufFields;
}

/** The message `name` of a schema: messages → their fields by name. Numbers that repeat are packed, as proto3 does. */
export function protobufMessage(
  schema: Readonly<Record<string, Readonly<Record<string, ProtobufField>>>>,
  name: string,
): ProtobufMessage {
  const types = new Map<string, MessageType<Record<string, unknown>>>();
  const typeOf = (message: string) => present(types.get(message), `message ${message}`);
  for (const [message, fields] of Object.entries(schema))
    types.set(message, new MessageType(message, Object.entries(fields).map(infoOf)));
  const whole = typeOf(name);
  return { toBytes: (fields) => whole.toBinary(whole.create(fields)), fromBytes: (bytes) => whole.fromBinary(bytes) };

  function infoOf([localName, { type, id: no, repeated }]: [string, ProtobufField]): PartialFieldInfo {
    const shared = { no, name: localName, localName };
    if (!(type in scalars)) {
      const message = { ...shared, kind: 'message', T: () => typeOf(type) } as const;
      return repeated ? { ...message, repeat: RepeatType.UNPACKED } : message;
    }
    const scalar = { ...shared, kind: 'scalar', T: scalars[type as keyof typeof scalars], L: longAsNumber } as const;
    if (!repeated) return { ...scalar, opt: true };
    return { ...scalar, repeat: type === 'string' || type === 'bytes' ? RepeatType.UNPACKED : RepeatType.PACKED };
  }
}

/** LongType.NUMBER of the library. */
const longAsNumber = 2;
