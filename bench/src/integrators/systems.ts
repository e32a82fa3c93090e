// Mechanical systems without contacts, as MJCF for all engines.

export interface System {
  readonly name: string;
  /** The bodies of an MJCF file. */
  readonly bodies: string;
  readonly gravity: number;
  /**
   * Configuration and velocity at the start. The numbers of a free body are in MuJoCo's order: position, quaternion (w first); velocities.
   */
  readonly q: readonly number[];
  readonly v: readonly number[];
}

interface Link {
  readonly axis: string;
  readonly stiffness?: number;
  readonly damping?: number;
}

/** Uniform rods that hang from each other and from the world. */
function chain(links: readonly Link[], length: number, mass: number): string {
  const across = (mass * length * length) / 12;
  return links.reduceRight((below, { axis, stiffness = 0, damping = 0 }, k) => {
    const joint = `<joint name="joint${k}" axis="${axis}" stiffness="${stiffness}" damping="${damping}"/>`;
    const inertia = `<inertial pos="0 0 ${-length / 2}" mass="${mass}" diaginertia="${across} ${across} ${across / 20}"/>`;
    return `<body name="link${k}" pos="0 0 ${k > 0 ? -length : 0}">${joint}${inertia}${below}</body>`;
  }, '');
}

const [x, y] = ['1 0 0', '0 1 0'];
const alternating = (count: number, more: Omit<Link, 'axis'> = {}): Link[] =>
  Array.from({ length: count }, (_, k) => ({ axis: k % 2 === 0 ? y : x, ...more }));
const bent = (count: number): number[] => Array.from({ length: count }, (_, k) => 0.3 * Math.sin(k + 1));
const swung = (count: number): number[] => Array.from({ length: count }, (_, k) => 2 * Math.cos(3 * k));
const rest = (count: number): number[] => new Array<number>(count).fill(0);

export const systems: readonly System[] = [
  { name: 'pendulum', bodies: chain([{ axis: y }], 0.5, 1), gravity: 9.81, q: [1.5], v: [0] },
  {
    name: 'double pendulum',
    bodies: chain([{ axis: y }, { axis: y }], 0.5, 1),
    gravity: 9.81,
    q: [1.5, 0.7],
    v: [0, 0],
  },
  { name: 'chain of 10', bodies: chain(alternating(10), 0.1, 0.1), gravity: 9.81, q: [1.5, ...rest(9)], v: rest(10) },
  {
    name: 'asymmetric top',
    bodies: '<body><freejoint/><inertial pos="0 0 0" mass="2" diaginertia="0.0867 0.0667 0.0333"/></body>',
    gravity: 0,
    q: [0, 0, 0, 1, 0, 0, 0],
    v: [0, 0, 0, 0.1, 8, 0.2],
  },
  {
    name: 'springs, 20 links, 1 N m/rad',
    bodies: chain(alternating(20, { stiffness: 1 }), 0.1, 0.1),
    gravity: 9.81,
    q: bent(20),
    v: rest(20),
  },
  {
    name: 'springs, 20 links, 10 kN m/rad',
    bodies: chain(alternating(20, { stiffness: 1e4, damping: 0.1 }), 0.1, 0.1),
    gravity: 9.81,
    q: bent(20),
    v: swung(20),
  },
];

/** An MJCF file of a system, with options of MuJoCo. */
export function mjcfOf({ bodies, gravity }: System, timeStep: number, integrator = 'Euler'): string {
  return `<mujoco><compiler angle="radian"/>
    <option timestep="${timeStep}" gravity="0 0 ${-gravity}" integrator="${integrator}"><flag autoreset="disable"/></option>
    <worldbody>${bodies}</worldbody></mujoco>`;
}
