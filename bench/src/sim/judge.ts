// One measure for all simulators: where the bodies are and how fast, measured by the same code.
import { halfspace } from 'proximal';
import { Scene } from 'proximal/scene';
import { type BodyScene, type Engine, type Motion, rotate } from './engine.ts';

/** What is seen of a simulator's bodies at one time. */
export interface Sight {
  /** The deepest overlap of any two bodies, proven, in meters. */
  readonly depth: number;
  /** In joules. */
  readonly kineticEnergy: number;
  /** With that of gravity, above the ground. Nothing adds to it in these scenes. */
  readonly energy: number;
  /** The height of the highest center of mass, in meters. */
  readonly top: number;
}

export class Judge {
  private readonly scene = new Scene();
  private readonly bodies;
  private readonly motion: Motion = {
    pose: new Float64Array(7),
    velocity: new Float64Array(3),
    spin: new Float64Array(3),
  };
  private readonly vector = new Float64Array(3);

  constructor(private readonly given: BodyScene) {
    this.scene.add(halfspace(), {}, { static: true });
    this.bodies = given.bodies.map(({ shape, pose }) => this.scene.add(shape, pose));
  }

  /** Null where a body has left for infinity. */
  look(engine: Engine): Sight | null {
    let [kineticEnergy, potentialEnergy, top] = [0, 0, -Infinity];
    for (const [k, body] of this.bodies.entries()) {
      engine.read(k, this.motion);
      const { pose, velocity, spin } = this.motion;
      if (![pose, velocity, spin].every((numbers) => numbers.every(Number.isFinite))) return null;
      body.setPose(pose);
      const height = this.height(k);
      kineticEnergy += this.kineticEnergy(k);
      potentialEnergy += this.given.bodies[k].mass * 9.81 * height;
      top = Math.max(top, height);
    }
    const depth = this.scene.contacts({ maxPoints: 1 }).reduce((most, contact) => Math.max(most, contact.depth), 0);
    return { depth, kineticEnergy, energy: kineticEnergy + potentialEnergy, top };
  }

  /** Of the center of mass of the body that was read last. */
  private height(k: number): number {
    rotate(this.motion.pose, this.given.bodies[k].shape.massProperties().centerOfMass, this.vector);
    return this.motion.pose[2] + this.vector[2];
  }

  private kineticEnergy(k: number): number {
    const { shape, mass } = this.given.bodies[k];
    const { pose, velocity, spin } = this.motion;
    const { volume, inertia } = shape.massProperties();
    // The spin in the body's axes, where its inertia is known.
    const [x, y, z, w] = pose.subarray(3, 7);
    const axes = this.vector;
    rotate(Float64Array.of(0, 0, 0, -x, -y, -z, w), Array.from(spin), axes);
    let turning = 0;
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) turning += axes[i] * inertia[3 * i + j] * axes[j];
    const speed = velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2;
    return (mass * speed + (turning * mass) / volume) / 2;
  }
}
