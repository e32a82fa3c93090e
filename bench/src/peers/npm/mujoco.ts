// @mujoco/mujoco: `mj_geomDistance`, 64-bit numbers in WebAssembly. Every body is a geom of one model, placed by its kinematics.
import loadMujoco from '@mujoco/mujoco';
import type { FileSet, FileShape } from '../../problems/problem-set.ts';
import { type Queries, Unsupported } from './library.ts';

/** Meters: everything is nearer than this. */
const far = 1e4;

export async function mujoco({ shapes, problems }: FileSet): Promise<Queries> {
  const mj = await loadMujoco();
  const geoms = problems.flatMap(({ a, b, poseA, poseB }) => [
    geomOf(shapes[a], a, poseA),
    geomOf(shapes[b], b, poseB),
  ]);
  const meshes = shapes.flatMap(({ kind, vertices }, k) =>
    kind === 'hull' ? [`<mesh name="m${k}" vertex="${vertices.flat().join(' ')}"/>`] : [],
  );
  const model = mj.MjModel.from_xml_string(
    `<mujoco><asset>${meshes.join('')}</asset><worldbody>${geoms.join('')}</worldbody></mujoco>`,
  );
  const data = new mj.MjData(model);
  mj.mj_kinematics(model, data);
  const ends = new mj.DoubleBuffer(6);
  const ask = (k: number, most: number): number => mj.mj_geomDistance(model, data, 2 * k, 2 * k + 1, most, ends);
  return {
    distance: (k, answer) => {
      answer[0] = ask(k, far);
      answer.set(ends.GetView(), 1);
    },
    collide: (k, answer) => {
      answer[0] = ask(k, 0) < 0 ? 1 : 0;
    },
    depth: (k, answer) => {
      answer[0] = Math.max(0, -ask(k, 0));
      const [ax, ay, az, bx, by, bz] = ends.GetView();
      const length = Math.hypot(bx - ax, by - ay, bz - az);
      // From a point of A inside B to one of B inside A: against the way out.
      answer[1] = (ax - bx) / length;
      answer[2] = (ay - by) / length;
      answer[3] = (az - bz) / length;
    },
  };
}

const sizes: Readonly<Record<string, (parameters: readonly number[]) => readonly number[]>> = {
  box: (half) => half,
  sphere: (radius) => radius,
  capsule: (both) => both,
  cylinder: (both) => both,
  ellipsoid: (radii) => radii,
};

function geomOf({ kind, parameters }: FileShape, number: number, [x, y, z, qx, qy, qz, qw]: Float64Array): string {
  const place = `pos="${x} ${y} ${z}" quat="${qw} ${qx} ${qy} ${qz}"`;
  if (kind === 'hull') return `<geom type="mesh" mesh="m${number}" ${place}/>`;
  if (!(kind in sizes)) throw new Unsupported(kind);
  return `<geom type="${kind}" size="${sizes[kind](parameters).join(' ')}" ${place}/>`;
}
