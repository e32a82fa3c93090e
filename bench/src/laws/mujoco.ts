// MuJoCo as a second check of the closed forms: the same bodies on a plane, with short steps to reduce the effect of its soft contacts.
import loadMujoco from '@mujoco/mujoco';
import type { Expectation, LawCase, SimulationData } from './law.ts';

/** MuJoCo steps per step of ours: its contacts respond within a few of its own steps. */
const refinement = 8;

/** The laws that MuJoCo can check: it has no restitution, and resolves overlaps by velocities. */
export const checkedLaws: readonly string[] = ['slope, rest', 'slope, slide', 'slide to rest', 'roll', 'stack'];

/** MuJoCo's values for the expectations; NaN for measures that are not compared. */
export async function runMujoco({ simulation, expectations }: LawCase): Promise<number[]> {
  const mj = await loadMujoco();
  const model = mj.MjModel.from_xml_string(describe(simulation));
  const data = new mj.MjData(model);
  data.qvel.set(startOf(simulation));
  const found = new Array<number>(expectations.length).fill(Number.NaN);
  const last = Math.max(...expectations.map(({ step }) => step));
  for (let step = 1; step <= last; step++) {
    for (let k = 0; k < refinement; k++) mj.mj_step(model, data);
    expectations.forEach((expectation, k) => {
      if (expectation.step === step) found[k] = read(expectation, data.qpos, data.qvel);
    });
  }
  data.delete();
  model.delete();
  return found;
}

function read({ measure, index = 0 }: Expectation, q: ArrayLike<number>, v: ArrayLike<number>): number {
  if (measure === 'position') return q[index];
  // Without the normal component, since MuJoCo's contacts vibrate along the normal.
  if (measure === 'velocity' && index < 2) return v[index];
  return Number.NaN;
}

/** Velocities of free joints: linear in world axes, angular in body axes. Bodies are made without a rotation, so that the axes are the same. */
function startOf({ bodies }: SimulationData): number[] {
  return bodies
    .filter(isMoving)
    .flatMap(({ velocity = [0, 0, 0], angularVelocity = [0, 0, 0] }) => [
      ...(velocity as number[]),
      ...(angularVelocity as number[]),
    ]);
}

function isMoving(body: SimulationData['bodies'][number]): boolean {
  return body['static'] !== true;
}

function describe({ bodies, options }: SimulationData): string {
  const timeStep = Number(options['timeStep']) / refinement;
  const gravity = (options['gravity'] as number[] | undefined) ?? [0, 0, -9.81];
  const friction = options['friction'] ?? 0.7;
  const parts = bodies.filter(isMoving).map(({ shape, mass, pose }) => {
    const { kind, hx, hy, hz, radius } = shape as Record<string, unknown>;
    const geometry = kind === 'box' ? `type="box" size="${hx} ${hy} ${hz}"` : `type="sphere" size="${radius}"`;
    const [x, y, z] = pose as number[];
    return `<body pos="${x} ${y} ${z}"><freejoint/><geom ${geometry} mass="${mass}"/></body>`;
  });
  return `<mujoco>
    <option timestep="${timeStep}" gravity="${gravity.join(' ')}" cone="elliptic" noslip_iterations="20"/>
    <default><geom friction="${friction} 0 0" condim="3" solref="0.005 1"/></default>
    <worldbody><geom type="plane" size="50 50 1"/>${parts.join('')}</worldbody>
  </mujoco>`;
}
