// An ONNX graph written down operator by operator. Values are names; the builder makes one for every result.
import { checkFile } from '../../../files/formats/format-error';
import { attributeTypes, type ElementType, elementTypes, modelBytes } from './schema';

/** A side of a shape: a number, or the name of one that is known only when the model runs. */
export type Side = number | string;

type Attributes = Readonly<
  Record<string, { readonly int: number } | { readonly float: number } | { readonly ints: readonly number[] }>
>;

/** The operators of ONNX itself, and ONNX Runtime's own. */
const opsets = [
  { domain: '', version: 17 },
  { domain: 'com.microsoft', version: 1 },
];
/** A protobuf message ends at 2³¹ bytes; what is no weight fits the rest. */
const fileLimitBytes = 2_000_000_000;
/** What goes with opset 17. */
const irVersion = 8;

export class OnnxGraph {
  private readonly nodes: object[] = [];
  private readonly initializers: { readonly name: string }[] = [];
  private readonly inputs: object[] = [];
  private readonly outputs: object[] = [];
  private constantBytes = 0;
  constructor(private readonly name: string) {}

  input(name: string, type: ElementType, shape: readonly Side[]): string {
    this.inputs.push(valueInfo(name, type, shape));
    return name;
  }

  /** Declares a result of `add` as an output of the model. */
  output(name: string, type: ElementType, shape: readonly Side[]): void {
    this.outputs.push(valueInfo(name, type, shape));
  }

  /** A constant tensor; its bytes are the file's (little-endian machines only, as every one with a browser is). */
  constant(name: string, shape: readonly number[], data: Float32Array | Int32Array | BigInt64Array): string {
    const type = data instanceof Float32Array ? 'float32' : data instanceof Int32Array ? 'int32' : 'int64';
    const rawData = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const initializer = { name, dims: [...shape], dataType: elementTypes[type], rawData };
    this.initializers.push(initializer);
    this.constantBytes += rawData.length;
    return name;
  }

  /** The sides of a shape, or other whole numbers that an operator takes as a list; the same list is kept once. */
  sides(values: readonly number[]): string {
    const name = `sides ${values.join(' ')}`;
    if (!this.initializers.some((known) => known.name === name))
      this.constant(name, [values.length], BigInt64Array.from(values, BigInt));
    return name;
  }

  /** An operator with one result, which is returned: `into` where it is given, else a fresh name. */
  add(operator: string, inputs: readonly string[], { attributes = {}, into, domain = '' }: NodeOptions = {}): string {
    const output = into ?? `${operator.toLowerCase()} ${this.nodes.length}`;
    this.addMany(operator, inputs, { attributes, outputs: [output], domain });
    return output;
  }

  /** An operator with several results; "" leaves one out. */
  addMany(
    operator: string,
    inputs: readonly string[],
    { attributes = {}, outputs, domain = '' }: Omit<NodeOptions, 'into'> & { readonly outputs: readonly string[] },
  ): void {
    this.nodes.push({
      input: [...inputs],
      output: [...outputs],
      name: `${this.nodes.length} ${operator}`,
      opType: operator,
      attribute: Object.entries(attributes).map(([name, value]) => attribute(name, value)),
      domain,
    });
  }

  /** The model's bytes. Throws a FormatError when they are more than such a file can hold. */
  bytes(limitBytes = fileLimitBytes): Uint8Array {
    const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;
    checkFile(
      this.constantBytes <= limitBytes,
      'the model',
      () =>
        `has ${gigabytes(this.constantBytes)} of f32 weights, and one ONNX file holds at most ${gigabytes(limitBytes)}: export its adapters, or take a smaller model`,
    );
    const graph = {
      name: this.name,
      node: this.nodes,
      initializer: this.initializers,
      input: this.inputs,
      output: this.outputs,
    };
    return modelBytes({ irVersion, producerName: 'grove', graph, opsetImport: opsets });
  }
}

interface NodeOptions {
  readonly attributes?: Attributes;
  readonly into?: string;
  readonly domain?: string;
}

function attribute(name: string, value: Attributes[string]): object {
  if ('int' in value) return { name, i: value.int, type: attributeTypes.int };
  if ('float' in value) return { name, f: value.float, type: attributeTypes.float };
  return { name, ints: [...value.ints], type: attributeTypes.ints };
}

function valueInfo(name: string, type: ElementType, shape: readonly Side[]): object {
  const dim = shape.map((side) => (typeof side === 'number' ? { dimValue: side } : { dimParam: side }));
  return { name, type: { tensorType: { elemType: elementTypes[type], shape: { dim } } } };
}
