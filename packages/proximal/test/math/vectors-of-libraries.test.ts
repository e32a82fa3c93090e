// Vectors, quaternions and matrices of other libraries give the results of plain arrays wherever a vector, a rotation or a pose is taken. That this
// file compiles shows that the types accept them too.
import { Quaternion as RapierQuaternion, Vector3 as RapierVector } from '@dimforge/rapier3d-compat';
import { Quaternion as CannonQuaternion, Vec3 as CannonVector } from 'cannon-es';
import { mat4, quat, vec2, vec3 } from 'gl-matrix';
import { Matrix4, Quaternion, Vector2, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import * as plane from '../../src/2d/index.ts';
import { contactPose } from '../../src/derivatives/index.ts';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { writeModel } from '../../src/dynamics/model-json.ts';
import { box, certify, collide, convex, distance, growthDistance, penetration, sphere } from '../../src/index.ts';
import { compose, lookAt, type RotationLike, transformPoint, type VectorLike } from '../../src/math/index.ts';
import { InverseKinematics } from '../../src/planning/index.ts';
import { Scene, timeOfImpact } from '../../src/scene/index.ts';
import { World } from '../../src/sim/index.ts';
import { armCell } from '../planning/arm-cell.ts';

/** The members of Babylon's Vector3 that matter: coordinates by getters, and methods `length` and `asArray`. The package itself has 90 MB. */
class BabylonVector {
  constructor(
    private readonly _x: number,
    private readonly _y: number,
    private readonly _z: number,
  ) {}

  get x(): number {
    return this._x;
  }

  get y(): number {
    return this._y;
  }

  get z(): number {
    return this._z;
  }

  length(): number {
    return Math.hypot(...this.asArray());
  }

  asArray(): number[] {
    return [this._x, this._y, this._z];
  }
}

class BabylonQuaternion extends BabylonVector {
  constructor(
    x: number,
    y: number,
    z: number,
    private readonly _w: number,
  ) {
    super(x, y, z);
  }

  get w(): number {
    return this._w;
  }
}

interface Library {
  readonly vector: (x: number, y: number, z: number) => VectorLike;
  readonly rotation: (x: number, y: number, z: number, w: number) => RotationLike;
}

const libraries: Readonly<Record<string, Library>> = {
  'three.js': { vector: (...v) => new Vector3(...v), rotation: (...q) => new Quaternion(...q) },
  'cannon-es': { vector: (...v) => new CannonVector(...v), rotation: (...q) => new CannonQuaternion(...q) },
  'gl-matrix': { vector: vec3.fromValues, rotation: quat.fromValues },
  Babylon: { vector: (...v) => new BabylonVector(...v), rotation: (...q) => new BabylonQuaternion(...q) },
  Rapier: { vector: (...v) => new RapierVector(...v), rotation: (...q) => new RapierQuaternion(...q) },
};
const plain: Library = { vector: (...v) => v, rotation: (...q) => q };

// Coordinates that single precision has too, because gl-matrix stores them in Float32Arrays.
const corners = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

function queries({ vector, rotation }: Library): unknown {
  const pose = { position: vector(1.5, 0.25, -0.75), rotation: rotation(0.125, -0.25, 0.25, 0.875) };
  const near = { position: vector(0.25, 0, 0), rotation: pose.rotation };
  const [a, b] = [box(0.5, 0.25, 0.25), convex(corners.map(([x, y, z]) => vector(x, y, z)))];
  return {
    shape: b.toJSON(),
    support: a.support(vector(1, 2, 3)),
    distance: distance(a, {}, b, pose, { guess: vector(1, 0, 0) }),
    proof: certify(a, {}, b, pose, distance(a, {}, b, pose)),
    collide: collide(a, pose, b, pose),
    growth: growthDistance(a, {}, b, pose),
    penetration: penetration(a, {}, b, near, { direction: vector(0, 0, 1) }),
    point: transformPoint(pose, vector(1, 2, 3)),
    view: lookAt(vector(0, 0, 0), vector(1, 1, 0), vector(0, 0, 1)),
    composed: compose(pose, near),
    contact: contactPose(a, vector(0.5, 0, 0), b, vector(0, 0, 0), { start: pose }).pose,
  };
}

function casts({ vector, rotation }: Library): unknown {
  const scene = new Scene();
  const body = scene.add(sphere(1), { position: vector(5, 0, 0), rotation: rotation(0, 0, 0, 1) });
  const ray = scene.rayCast(vector(0, 0, 0), vector(2, 0, 0));
  const shape = scene.shapeCast(box(0.5, 0.5, 0.5), { position: vector(0, 0, 0) }, vector(8, 0, 0));
  const moving = { shape: sphere(0.5), pose: { position: vector(0, 0, 0) } };
  const motion = { linear: vector(8, 0, 0), angular: vector(0, 0, 1) };
  body.setPose({ position: vector(4, 0, 0) });
  return {
    ray: { ...ray, body: ray?.body.id },
    shape: { time: shape?.time, normal: shape?.normal, body: shape?.body.id },
    impact: timeOfImpact(moving, motion, body, {}).time,
    pose: body.pose,
  };
}

function world({ vector, rotation }: Library): unknown {
  const made = new World({ gravity: vector(0, 0, -2) });
  const velocity = { linear: vector(0, 0.5, 0), angular: vector(0, 0, 0.5) };
  const pose = { position: vector(0, 0, 3), rotation: rotation(0, 0, 0.5, 0.75) };
  const a = made.add(box(1, 0.5, 0.25), { name: 'a', pose, velocity });
  const b = made.add(sphere(0.25), { name: 'b', pose: { position: vector(1.5, 0, 3) } });
  made.connect(a, b, { kind: 'hinge', anchor: vector(1, 0, 3), axis: vector(0, 0, 1) });
  a.applyForce(vector(1, 2, 3), vector(0, 0, 3.5));
  a.applyTorque(vector(0.25, 0, 0));
  b.applyImpulse(vector(0, 0.125, 0), vector(1.5, 0, 3));
  b.applyAngularImpulse(vector(0, 0.125, 0));
  made.step();
  b.setPose({ position: vector(2.5, 0, 3) });
  b.setVelocity({ linear: vector(0.5, 0, 0) });
  made.gravity = vector(0, 0, -4);
  made.step();
  return { state: made.state, snapshot: made.snapshot() };
}

function robot({ vector, rotation }: Library): unknown {
  const pose = { position: vector(0, 0, 0), rotation: rotation(0, 0, 0.5, 0.75) };
  const model = new ModelBuilder({ gravity: vector(0, 0, -2) })
    .link('arm', { mass: 1, inertia: [1, 1, 1], centerOfMass: vector(0.5, 0, 0) })
    .joint('hinge', { kind: 'revolute', parent: 'world', child: 'arm', axis: vector(0, 1, 0), placement: pose })
    .frame('tool', 'arm', { position: vector(1, 0, 0) })
    .build();
  const cell = armCell();
  cell.attach(sphere(0.0625), 'arm', { position: vector(0.25, 0, 0) });
  const { status, q } = new InverseKinematics(cell, 'arm').solve(pose);
  return { model: writeModel(model), status, q };
}

const tasks = { queries, casts, world, robot };

describe.each(Object.entries(libraries))('vectors and quaternions of %s', (_name, library) => {
  it.each(Object.entries(tasks))('give the results of plain arrays: %s', (_task, run) => {
    expect(run(library)).toEqual(run(plain));
  });
});

describe('matrices of libraries as poses', () => {
  const placed = { position: [1, 2, 3], rotation: [0, 0, 0.6, 0.8] };

  it('are read', () => {
    const three = new Matrix4().compose(new Vector3(1, 2, 3), new Quaternion(0, 0, 0.6, 0.8), new Vector3(1, 1, 1));
    const glMatrix = mat4.fromRotationTranslation(mat4.create(), [0, 0, 0.6, 0.8], [1, 2, 3]);
    for (const matrix of [three.elements, glMatrix]) {
      const read = compose(matrix, {});
      compose(placed, {}).forEach((x, k) => {
        expect(read[k]).toBeCloseTo(x, 6);
      });
    }
  });
});

describe('vectors of libraries in the plane', () => {
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  const makers: Readonly<Record<string, (x: number, y: number) => plane.Vector2Like>> = {
    'three.js': (x, y) => new Vector2(x, y),
    'gl-matrix': vec2.fromValues,
    'a vector of three coordinates': (x, y) => new BabylonVector(x, y, 0),
  };

  it.each(Object.entries(makers))('are accepted: %s', (_name, vector) => {
    const shape = plane.polygon(square.map(([x, y]) => vector(x, y)));
    expect(shape.toJSON()).toEqual(plane.polygon(square).toJSON());
    const pose = { position: vector(4, 0.5), angle: 0.5 };
    const usual = { position: [4, 0.5], angle: 0.5 };
    const ball = plane.circle(1);
    expect(plane.distance(shape, {}, ball, pose)).toEqual(plane.distance(shape, {}, ball, usual));
    const scene = new plane.Scene();
    scene.add(ball, pose);
    expect(scene.rayCast(vector(0, 0), vector(1, 0.125))?.distance).toBe(scene.rayCast([0, 0], [1, 0.125])?.distance);
  });
});
