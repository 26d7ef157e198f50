import { expect, it } from 'vitest';
import { OnnxGraph } from './graph';

it('refuses more weights than one file holds, with numbers and what to do', () => {
  const graph = new OnnxGraph('large');
  for (const name of ['a', 'b']) graph.constant(name, [250], new Float32Array(250));
  expect(graph.bytes().length).toBeGreaterThan(2000);
  expect(() => graph.bytes(1999)).toThrow(
    /the model: has 0\.00 GB of f32 weights, and one ONNX file holds at most 0\.00 GB: export its adapters, or take a smaller model/,
  );
});

it('keeps a list of whole numbers once', () => {
  const graph = new OnnxGraph('sides');
  expect(graph.sides([0, -1, 3])).toBe(graph.sides([0, -1, 3]));
  expect(graph.sides([0, -1])).not.toBe(graph.sides([0, -1, 3]));
});
