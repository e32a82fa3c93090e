// The trees of a search, drawn as growing paths of the gripper.

import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Points, PointsMaterial } from 'three';
import { palette } from '../model/palette.ts';
import type { Growth } from '../planning/protocol.ts';
import { clear } from './marks.ts';

const colors = { start: palette.a, goal: palette.b, roadmap: palette.set } as const;
const kinds = ['start', 'goal', 'roadmap'] as const;
/** The time in which the new segments of one call of `show` appear, in milliseconds. */
const growthTime = 900;

export class SearchTrees {
  readonly group = new Group();
  private known = 0;
  private handle = 0;

  constructor(private readonly draw: () => void) {}

  /** Draws all segments so far; new ones appear one after another. */
  show(parts: readonly Growth[], isAnimated: boolean): void {
    cancelAnimationFrame(this.handle);
    clear(this.group);
    const lists = kinds.map((kind) => joined(parts.map((part) => part[kind])));
    const total = Math.max(...lists.map((list) => list.length / 6));
    if (total < this.known) this.known = 0;
    const drawn = lists.flatMap((list, k) => (list.length > 0 ? [addSegments(this.group, list, kinds[k])] : []));
    const [from, begin] = [isAnimated ? this.known : total, performance.now()];
    const grow = (now: number): void => {
      const fraction = Math.min(1, Math.max(0, now - begin) / growthTime);
      const count = from + (total - from) * fraction;
      this.known = count;
      for (const { geometry, size } of drawn) geometry.setDrawRange(0, Math.ceil(count) * size);
      this.draw();
      if (fraction < 1 && from < total) this.handle = requestAnimationFrame(grow);
    };
    grow(begin);
  }

  dispose(): void {
    cancelAnimationFrame(this.handle);
    clear(this.group);
  }
}

function joined(lists: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** Adds lines and their ends, or only ends for a roadmap. Returns the geometry, and the number of vertices per segment. */
function addSegments(group: Group, list: Float32Array, kind: (typeof kinds)[number]) {
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(list, 3));
  const look = { color: colors[kind], transparent: true, depthWrite: false } as const;
  if (kind !== 'roadmap') group.add(new LineSegments(geometry, new LineBasicMaterial({ ...look, opacity: 0.55 })));
  group.add(new Points(geometry, new PointsMaterial({ ...look, size: 3, sizeAttenuation: false, opacity: 0.8 })));
  return { geometry, size: 2 };
}
