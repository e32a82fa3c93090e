// One measure for all simulators: where the bodies are and how fast, measured by the same code.
import { halfspace } from 'proximal';
import { Scene } from 'proximal/scene';
import { type BodyScene, type Engine, type Motion, rotate } from './engine.ts';

export class Judge {
  private readonly scene = new Scene();
  private readonly bodies;
  private readonly motion: Motion = {
    pose: new Float64Array(7),
    velocity: new Float64Array(3),
    spin: new Float64Array(3),
  };

  constructor(private readonly given: BodyScene) {
    this.scene.add(halfspace(), {}, { static: true });
    this.bodies = given.bodies.map(({ shape, pose }) => this.scene.add(shape, pose));
  }

  /** The deepest overlap of any two bodies now, proven, in metres. */
  penetration(engine: Engine): number {
    this.bodies.forEach((body, k) => {
      engine.read(k, this.motion);
      body.setPose(this.motion.pose);
    });
    return this.scene.contacts({ maxPoints: 1 }).reduce((most, { depth }) => Math.max(most, depth), 0);
  }

  /** In joules. */
  kineticEnergy(engine: Engine): number {
    const { pose, velocity, spin } = this.motion;
    const axes = new Float64Array(3);
    return this.given.bodies.reduce((sum, { shape, mass }, k) => {
      engine.read(k, this.motion);
      const { volume, inertia } = shape.massProperties();
      // The spin in the body's axes, where its inertia is known.
      const [x, y, z, w] = pose.subarray(3, 7);
      rotate(Float64Array.of(0, 0, 0, -x, -y, -z, w), Array.from(spin), axes);
      let turning = 0;
      for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) turning += axes[i] * inertia[3 * i + j] * axes[j];
      const speed = velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2;
      return sum + (mass * speed + (turning * mass) / volume) / 2;
    }, 0);
  }
}
