// Node reads files into a Buffer, whose `slice` does not copy: a snapshot read from a file could not be restored.
import { describe, expect, it } from 'vitest';
import { Scene } from '../../src/scene/index.ts';
import { makeSimulation, Simulator, startSimulation } from '../../src/sim/index.ts';

describe('a snapshot read from a file', () => {
  it('is restored from any byte offset', () => {
    const { simulator } = startSimulation(makeSimulation('falling-box'));
    simulator.step();
    for (const offset of [0, 3, 8]) {
      const copy = (bytes: Uint8Array): Buffer => {
        const file = Buffer.alloc(offset + bytes.length + 5);
        file.set(bytes, offset);
        return file.subarray(offset, offset + bytes.length);
      };
      expect(Simulator.restore(copy(simulator.snapshot())).state).toEqual(simulator.state);
      const scene = new Scene();
      expect(Scene.restore(copy(scene.snapshot())).bodies.length).toBe(0);
    }
  });
});
