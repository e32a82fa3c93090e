// A character: a kinematic capsule that walks by casts. It climbs slopes and steps, slides along walls, and rides on platforms.
import { type Capsule, capsule, type Vec3 } from 'proximal';
import type { Body, CastHit } from 'proximal/scene';
import { RigidBody, type World } from 'proximal/sim';

export interface CharacterOptions {
  /** In meters. */
  readonly radius: number;
  /** The height of the cylindrical part, in meters. */
  readonly length: number;
  /** The initial position of the character's feet. */
  readonly feet: Vec3;
  /** The steepest slope that the character walks on, in radians. */
  readonly slopeLimit: number;
  /** The highest step that the character climbs, in meters. */
  readonly stepHeight: number;
}

/** The distance that the character keeps from obstacles, in meters. */
const skin = 0.005;
/** A motion has at most this many parts: after each but the last, it is redirected along a wall. */
const maxSlides = 4;
/** The slope is measured this far beyond the edge that the capsule touches, in meters. */
const beyondEdge = 0.01;

export class Character {
  readonly body: RigidBody;
  /** The body that the character stands on; null in the air. */
  ground: Body | null = null;
  private readonly shape: Capsule;
  private fallSpeed = 0;
  private position: Vec3;

  constructor(
    private readonly world: World,
    private readonly options: CharacterOptions,
  ) {
    const { radius, length, feet } = options;
    this.shape = capsule(radius, length / 2);
    this.position = [feet[0], feet[1], feet[2] + radius + length / 2 + skin];
    this.body = world.add(this.shape, { type: 'kinematic', name: 'character', pose: { position: this.position } });
  }

  get feet(): Vec3 {
    const [x, y, z] = this.body.pose;
    return [x, y, z - this.options.radius - this.options.length / 2 - skin];
  }

  /** Plans the next step of the world. Call it before `world.step()`. @param velocity horizontal, in m/s */
  walk(velocity: readonly [number, number]): void {
    const { timeStep } = this.world;
    const [x, y, z] = this.body.pose;
    this.position = [x, y, z];
    const groundVelocity = this.velocityOf(this.ground);
    const motion: Vec3 = [velocity[0] * timeStep, velocity[1] * timeStep, 0];
    if (!this.ground || !this.stepOver(motion)) {
      this.slide(motion);
      this.fall();
    }
    const target = this.position.map((value, k) => value + timeStep * groundVelocity[k]);
    this.body.moveTo({ position: target });
  }

  /** The velocity of the ground at the feet, in m/s. */
  private velocityOf(ground: Body | null): Vec3 {
    const handle = ground && this.world.handleOf(ground);
    if (!(handle instanceof RigidBody)) return [0, 0, 0];
    const { linear, angular } = handle.velocity;
    const arm = this.feet.map((value, k) => value - handle.pose[k]);
    return [0, 1, 2].map((k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      return linear[k] + angular[i] * arm[j] - angular[j] * arm[i];
    }) as Vec3;
  }

  /** Moves up by a step, ahead, and down to walkable ground. Returns whether there is such ground; if not, the position is not changed. */
  private stepOver(motion: Vec3): boolean {
    const { stepHeight } = this.options;
    const from = this.position;
    const height = this.advance([0, 0, stepHeight]);
    this.slide(motion);
    const depth = stepHeight + height;
    const hit = this.cast([0, 0, -depth]);
    if (hit && this.isWalkable(hit, from[2] - this.options.length / 2 - this.options.radius)) {
      this.stopAt(hit, [0, 0, -depth]);
      this.ground = hit.body;
      this.fallSpeed = 0;
      return true;
    }
    this.position = from;
    return false;
  }

  /** Falls for a step, and lands on walkable ground. */
  private fall(): void {
    const { timeStep, gravity } = this.world;
    this.fallSpeed -= (gravity?.[2] ?? -9.81) * timeStep;
    const drop: Vec3 = [0, 0, -this.fallSpeed * timeStep - skin];
    const hit = this.cast(drop);
    this.ground = hit && this.isWalkable(hit, this.position[2]) ? hit.body : null;
    if (this.ground) this.fallSpeed = 0;
    this.slide(drop, !this.ground);
  }

  /** Moves ahead, and slides along obstacles. @param isFalling whether slopes redirect the motion up or down; if not, they act as walls */
  private slide(motion: Vec3, isFalling = false): void {
    let remaining = motion;
    for (let k = 0; k < maxSlides && Math.hypot(...remaining) > 1e-9; k++) {
      const hit = this.cast(remaining);
      const fraction = this.stopAt(hit, remaining);
      if (!hit) return;
      let normal = outward(hit);
      if (!isFalling) {
        // The normal has no vertical component, so that slopes do not lift the character.
        const horizontal = Math.hypot(normal[0], normal[1]);
        if (horizontal < 1e-6) return;
        normal = [normal[0] / horizontal, normal[1] / horizontal, 0];
      }
      const unused = remaining.map((value) => (1 - fraction) * value);
      const approach = Math.min(0, unused[0] * normal[0] + unused[1] * normal[1] + unused[2] * normal[2]);
      remaining = unused.map((value, axis) => value - approach * normal[axis]) as Vec3;
    }
  }

  /** Moves until an obstacle is in the way. Returns the distance moved. */
  private advance(motion: Vec3): number {
    return this.stopAt(this.cast(motion), motion) * Math.hypot(...motion);
  }

  /** Moves until the distance to a hit is `skin`. Returns the fraction of the motion that was made. */
  private stopAt(hit: CastHit | null, motion: Vec3): number {
    const size = Math.hypot(...motion);
    let fraction = 1;
    if (hit) {
      const normal = outward(hit);
      const approach = -(motion[0] * normal[0] + motion[1] * normal[1] + motion[2] * normal[2]) / size;
      fraction = Math.max(0, hit.time - skin / Math.max(approach, 0.1) / size);
    }
    this.position = this.position.map((value, k) => value + fraction * motion[k]) as Vec3;
    return fraction;
  }

  /** The first obstacle of a motion. Dynamic bodies stop only downward motions: the capsule pushes them, and stands on them. */
  private cast(motion: Vec3): CastHit | null {
    const isDown = motion[2] < 0;
    return this.world.scene.shapeCast(this.shape, { position: this.position }, motion, {
      filter: (body) => body !== this.body.body && (isDown || !this.isDynamic(body)),
    });
  }

  private isDynamic(body: Body): boolean {
    const handle = this.world.handleOf(body);
    return handle instanceof RigidBody && handle.type === 'dynamic';
  }

  /** Whether the surface at a hit, just beyond the touched edge, is level enough, and at most a step above a height. */
  private isWalkable(hit: CastHit, height: number): boolean {
    const { stepHeight, slopeLimit } = this.options;
    const normal = outward(hit);
    const [x, y, z] = hit.pointB;
    if (z - height > stepHeight) return false;
    const horizontal = Math.hypot(normal[0], normal[1]);
    const factor = horizontal > 1e-6 ? beyondEdge / horizontal : 0;
    const above: Vec3 = [x - factor * normal[0], y - factor * normal[1], z + stepHeight];
    const below = this.world.scene.rayCast(above, [0, 0, -1], { filter: (body) => body === hit.body });
    return below !== null && below.normal[2] >= Math.cos(slopeLimit);
  }
}

/** The normal of the obstacle, toward the character. */
function outward({ normal }: CastHit): Vec3 {
  return [-normal[0], -normal[1], -normal[2]];
}
