import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena, type Block } from '../../src/engine/arena.ts';

/** An arena over simulated memory that may grow up to `limit`. */
function arenaUpTo(limit: number, isInUse: (block: Block) => boolean = () => false): Arena {
  return new Arena(64, 128, (end) => Math.min(end, limit), isInUse);
}

describe('the arena', () => {
  it('gives disjoint blocks inside the memory for all requests', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 200 }), (sizes) => {
        const arena = arenaUpTo(2048);
        const blocks: Block[] = [];
        for (const size of sizes) {
          const block = arena.allocate(size);
          expect(block).not.toBeNull();
          blocks.push(block as Block);
          const alive = blocks.filter((each) => each.alive).sort((a, b) => a.address - b.address);
          alive.forEach((each, k) => {
            const next = alive[k + 1];
            expect(each.address).toBeGreaterThanOrEqual(64);
            expect(each.address + each.size).toBeLessThanOrEqual(next ? next.address : 2048);
          });
        }
      }),
    );
  });

  it('evicts the least recently used first', () => {
    const arena = arenaUpTo(64 + 300);
    const [a, b, c] = [arena.allocate(100), arena.allocate(100), arena.allocate(100)] as Block[];
    arena.touch(a);
    arena.allocate(100);
    expect([a.alive, b.alive, c.alive]).toEqual([true, false, true]);
  });

  it('merges freed neighbors until a larger block fits', () => {
    const arena = arenaUpTo(64 + 300);
    const small = [arena.allocate(100), arena.allocate(100), arena.allocate(100)] as Block[];
    expect(arena.allocate(250)).not.toBeNull();
    expect(small.map((block) => block.alive)).toEqual([false, false, false]);
  });

  it('never evicts a block in use or a reserved one, and returns null if there is no space', () => {
    let used: Block | null = null;
    const arena = arenaUpTo(64 + 300, (block) => block === used);
    const reserved = arena.reserve(100) as Block;
    used = arena.allocate(100);
    expect(arena.allocate(150)).toBeNull();
    expect(reserved.alive && used?.alive).toBe(true);
    expect(arena.allocate(100)).not.toBeNull();
  });
});
