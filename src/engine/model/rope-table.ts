// The rotary embedding's table of cosines and sines, as long as the longest text met so far.
import type { ModelConfig } from '../../contract/model-config';
import { frequenciesOf } from '../../contract/rope';
import { Buffers, bucketOf } from '../gpu/buffers';
import type { EngineDevice } from '../gpu/device';
import type { View } from '../gpu/kernel';
import { ropeTableOf } from '../kernels/rope/rope';

export class RopeTable {
  private readonly buffers: Buffers;
  private positions = 0;
  constructor(
    private readonly engine: EngineDevice,
    private readonly config: ModelConfig,
  ) {
    this.buffers = new Buffers(engine);
  }

  get generation(): number {
    return this.buffers.generation;
  }

  /** A table of at least `count` positions. */
  upTo(count: number): View {
    const { headSize, theta, ropeScaling } = this.config;
    const wanted = bucketOf(Math.max(count, this.positions));
    const view = this.buffers.storage('rope table', wanted * headSize * 4);
    if (wanted > this.positions) {
      const table = ropeTableOf(wanted, frequenciesOf(headSize, theta, ropeScaling));
      this.engine.device.queue.writeBuffer(view.buffer, 0, table as unknown as BufferSource);
      this.positions = wanted;
    }
    return view;
  }

  destroy(): void {
    this.buffers.destroy();
  }
}
