// The robots of the benchmark, in Proximal and in MuJoCo, and chains, which show how times depend on the number of joints.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Model, ModelBuilder } from 'proximal/dynamics';
import { loadMjcf, loadUrdf } from 'proximal/io';
import { Rng } from 'proximal/math';

const folder = fileURLToPath(new URL('../../../../shared/data/robots/', import.meta.url));

export interface Robot {
  readonly name: string;
  readonly model: Model;
  /** The text of the file for MuJoCo; null for a generated robot. */
  readonly text: string | null;
}

/** Removes the geometry, so that MuJoCo does not compute the poses of geoms. */
function withoutShapes(text: string): string {
  return text.replace(/<(geom|mesh|exclude)\b[^>]*\/>/g, '').replace(/<collision\b[\s\S]*?<\/collision>/g, '');
}

/** The URDF for MuJoCo: with a floating root, and with fixed links merged into their parents, as in Proximal. */
function freeUrdf(text: string): string {
  const root = /<link name="([^"]+)"/.exec(text)?.[1];
  const compiler = '<mujoco><compiler fusestatic="true" discardvisual="true" inertiafromgeom="false"/></mujoco>';
  const joint = `<link name="ground"/><joint name="root_joint" type="floating"><parent link="ground"/><child link="${root}"/></joint>`;
  return withoutShapes(text).replace(/(<robot\b[^>]*>)/, `$1${compiler}${joint}`);
}

/** Solo-12, Talos and Allegro if their folder exists; otherwise a generated quadruped of the size of Solo-12, without MuJoCo. */
export async function robots(): Promise<Robot[]> {
  if (!existsSync(folder)) {
    console.log(
      `Solo-12, Talos, Allegro and MuJoCo are skipped: ${folder} does not exist. A generated quadruped is used instead.\n`,
    );
    return [{ name: 'quadruped', model: quadruped(), text: null }];
  }
  const urdf = async (name: string, file: string): Promise<Robot> => ({
    name,
    model: await loadUrdf(folder + file, { root: 'free-flyer', meshes: 'skip', mimic: 'independent' }),
    text: freeUrdf(readFileSync(folder + file, 'utf8')),
  });
  const hand = `${folder}allegro_right_mjcf/right_hand.xml`;
  return [
    await urdf('Solo-12', 'solo12/solo12.urdf'),
    await urdf('Talos', 'talos/talos.urdf'),
    {
      name: 'Allegro',
      model: await loadMjcf(hand, { meshes: 'skip' }),
      text: withoutShapes(readFileSync(hand, 'utf8')),
    },
  ];
}

const limb = { mass: 0.3, centerOfMass: [0, 0, -0.08], inertia: [0.001, 0.001, 0.0002] };

function quadruped(): Model {
  const builder = new ModelBuilder({ name: 'quadruped' })
    .link('trunk', { mass: 1.5, inertia: [0.01, 0.02, 0.025] })
    .joint('root', { kind: 'free-flyer', parent: 'world', child: 'trunk' });
  for (const [x, y] of [
    [0.2, 0.15],
    [0.2, -0.15],
    [-0.2, 0.15],
    [-0.2, -0.15],
  ]) {
    const leg = `${x > 0 ? 'front' : 'hind'}_${y > 0 ? 'left' : 'right'}`;
    ['hip', 'thigh', 'shin'].forEach((part, k) => {
      const parent = k === 0 ? 'trunk' : `${leg}_${['hip', 'thigh'][k - 1]}`;
      const placement = { position: k === 0 ? [x, y, 0] : [0, 0, -0.16] };
      const axis = k === 0 ? [1, 0, 0] : [0, 1, 0];
      builder.link(`${leg}_${part}`, limb);
      builder.joint(`${leg}_${part}_joint`, { kind: 'revolute', parent, child: `${leg}_${part}`, placement, axis });
    });
  }
  return builder.build();
}

/** A chain of revolute joints about random axes, ten centimeters apart. */
export function chain(joints: number): Model {
  const rng = new Rng(joints);
  const builder = new ModelBuilder({ name: `chain of ${joints}` });
  for (let k = 0; k < joints; k++) {
    builder.link(`link${k}`, { mass: 1, centerOfMass: [0.05, 0, 0], inertia: [0.002, 0.003, 0.003] });
    const placement = { position: k === 0 ? [0, 0, 0] : [0.1, 0, 0] };
    const parent = k === 0 ? 'world' : `link${k - 1}`;
    builder.joint(`joint${k}`, { kind: 'revolute', parent, child: `link${k}`, placement, axis: rng.direction() });
  }
  return builder.build();
}
