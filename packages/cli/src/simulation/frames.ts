// The bodies of a simulation whose motion is recorded, with a name and a color for each.
import { type Triangulation, triangulate } from 'proximal/draw';
import type { SimulationPart } from 'proximal/sim';
import { partColor } from '../part-colors.ts';

type Body = SimulationPart['bodies'][number];

export interface RecordedBody {
  readonly body: Body;
  /** Unique among all bodies. */
  readonly name: string;
  readonly isStatic: boolean;
  /** Red, green and blue from 0 to 1. */
  readonly color: readonly [number, number, number];
}

/** A file that receives the poses of all bodies at the recorded times, and appears when it is finished. */
export interface FrameFile {
  /** @param time in seconds since the recording began */
  write(time: number): Promise<void>;
  finish(): Promise<void>;
  discard(): void;
}

/** Gray, for bodies that do not move. */
const gray = [0.62, 0.64, 0.67] as const;

export function recordedBodies(parts: readonly SimulationPart[]): RecordedBody[] {
  const names = new Map<string, number>();
  const uniqueName = (name: string): string => {
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
  return parts.flatMap(({ name, kind, bodies }, k) =>
    bodies.map((body) => ({
      body,
      name: uniqueName(kind === 'robot' ? `${name}/${body.name}` : name),
      isStatic: kind === 'static',
      color: kind === 'static' ? gray : partColor(k),
    })),
  );
}

/** The triangles of each body; bodies with the same shape object share them. */
export function surfacesOf(bodies: readonly RecordedBody[]): ReadonlyMap<RecordedBody, Triangulation> {
  const known = new Map<object, Triangulation>();
  return new Map(
    bodies.map((recorded) => {
      const { shape } = recorded.body;
      const surface = known.get(shape) ?? triangulate(shape);
      known.set(shape, surface);
      return [recorded, surface];
    }),
  );
}
