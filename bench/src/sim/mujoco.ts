// MuJoCo's WebAssembly on the same bodies.
import loadMujoco from '@mujoco/mujoco';
import { type BodyScene, cornersOf, type Engine, halfExtentsOf, rotate } from './engine.ts';

export async function mujoco(scene: BodyScene): Promise<Engine> {
  const mj = await loadMujoco();
  const model = mj.MjModel.from_xml_string(describe(scene));
  const data = new mj.MjData(model);
  const { bodies } = scene;
  return {
    name: 'MuJoCo',
    step: () => mj.mj_step(model, data),
    read(k, { pose, velocity, spin }) {
      const q = data.qpos.subarray(7 * k, 7 * k + 7);
      const v = data.qvel.subarray(6 * k, 6 * k + 6);
      pose.set([q[0], q[1], q[2], q[4], q[5], q[6], q[3]]);
      rotate(pose, [v[3], v[4], v[5]], spin);
      const [x, y, z] = spin;
      // Its velocity is that of the body's origin.
      rotate(pose, bodies[k].shape.massProperties().centerOfMass, velocity);
      const [cx, cy, cz] = velocity;
      velocity.set([v[0] + y * cz - z * cy, v[1] + z * cx - x * cz, v[2] + x * cy - y * cx]);
    },
  };
}

/** Its own settings, but for step, friction and the stiffest contacts that it allows: a time constant of two steps. */
function describe({ bodies, friction, timeStep }: BodyScene): string {
  const meshes: string[] = [];
  const parts = bodies.map(({ shape, mass, pose }, k) => {
    const half = halfExtentsOf(shape);
    if (!half) meshes.push(`<mesh name="hull${k}" vertex="${cornersOf(shape).join(' ')}"/>`);
    const geometry = half ? `type="box" size="${half.join(' ')}"` : `type="mesh" mesh="hull${k}"`;
    const [x, y, z, qx, qy, qz, qw] = pose;
    const place = `pos="${x} ${y} ${z}" quat="${qw} ${qx} ${qy} ${qz}"`;
    return `<body ${place}><freejoint/><geom ${geometry} mass="${mass}"/></body>`;
  });
  return `<mujoco>
    <compiler inertiafromgeom="true"/>
    <option timestep="${timeStep}" gravity="0 0 -9.81"/>
    <default><geom friction="${friction} 0 0" condim="3" solref="${2 * timeStep} 1"/></default>
    <asset>${meshes.join('')}</asset>
    <worldbody><geom type="plane" size="50 50 1"/>${parts.join('')}</worldbody>
  </mujoco>`;
}
