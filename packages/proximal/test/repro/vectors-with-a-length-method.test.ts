// The vectors and quaternions of three.js and cannon-es have a method `length()`, and were mistaken for arrays of the wrong length.
import { Body, Quaternion as CannonQuaternion, Vec3 } from 'cannon-es';
import { Euler, Mesh, Quaternion, Vector2, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import * as plane from '../../src/2d/index.ts';
import { contactFrame } from '../../src/contact/index.ts';
import {
  box,
  collide,
  convex,
  distance,
  growthDistance,
  Pair,
  signedDistance,
  sphere,
  triangle,
} from '../../src/index.ts';
import { compose, fromAxisAngle, identity, lookAt, transformPoint, type VectorLike } from '../../src/math/index.ts';
import { Scene, triangleMesh } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

const [a, b] = [
  box(0.4, 0.3, 0.2),
  convex([
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]),
];
const rotation = [0.1, -0.2, 0.3, 0.9] as const;
const position = [1.5, 0.25, -0.75] as const;
const asArrays = { position: position, rotation: rotation };

class NormAsLength {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly z: number,
  ) {}

  get length(): number {
    return Math.hypot(this.x, this.y, this.z);
  }
}

const mesh = new Mesh();
mesh.position.set(...position);
mesh.quaternion.set(...rotation);
const forms = {
  'three.js': { position: new Vector3(...position), rotation: new Quaternion(...rotation) },
  'a mesh of three.js': { position: mesh.position, rotation: mesh.quaternion },
  'cannon-es': { position: new Vec3(...position), rotation: new CannonQuaternion(...rotation) },
  'a length that is a number': { position: new NormAsLength(...position), rotation: rotation },
};

describe.each(Object.entries(forms))('poses of %s', (_name, pose) => {
  it('give the same results as arrays in every query', () => {
    const queries = [distance, collide, signedDistance, growthDistance];
    for (const query of queries) expect(query(a, {}, b, pose)).toEqual(query(a, {}, b, asArrays));
    expect({ ...new Pair(a, b).distance(identity(), pose) }).toEqual({
      ...new Pair(a, b).distance(identity(), asArrays),
    });
    expect(compose(pose, pose)).toEqual(compose(asArrays, asArrays));
    expect(new Scene().add(a, pose).pose).toEqual(new Scene().add(a, asArrays).pose);
  });
});

const makers = { 'three.js': Vector3, 'cannon-es': Vec3, 'a length that is a number': NormAsLength };

describe.each(Object.entries(makers))('vectors of %s', (_name, Vector) => {
  const vector = (x: number, y: number, z: number): InstanceType<typeof Vector> => new Vector(x, y, z);
  const corners = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;

  it('are accepted as points of shapes', () => {
    const points = corners.map(([x, y, z]) => vector(x, y, z));
    expect(convex(points).toJSON()).toEqual(b.toJSON());
    const [p, q, r] = points;
    expect(triangle(p, q, r).toJSON()).toEqual(triangle(corners[0], corners[1], corners[2]).toJSON());
    expect(triangleMesh(points, [0, 1, 2, 0, 2, 3]).toJSON()).toEqual(
      triangleMesh(corners, [0, 1, 2, 0, 2, 3]).toJSON(),
    );
    expect(a.support(vector(1, 2, 3))).toEqual(a.support([1, 2, 3]));
  });

  it('are accepted as rays, directions, axes and points', () => {
    const scene = new Scene();
    scene.add(sphere(1), { position: [5, 0, 0] });
    expect(scene.rayCast(vector(0, 0, 0), vector(1, 0, 0))).toEqual(scene.rayCast([0, 0, 0], [1, 0, 0]));
    expect(fromAxisAngle(vector(0, 0, 1), 1, vector(1, 2, 3))).toEqual(fromAxisAngle([0, 0, 1], 1, [1, 2, 3]));
    expect(lookAt(vector(0, 0, 0), vector(1, 1, 0))).toEqual(lookAt([0, 0, 0], [1, 1, 0]));
    expect(transformPoint(asArrays, vector(1, 2, 3))).toEqual(transformPoint(asArrays, [1, 2, 3]));
    expect(contactFrame(vector(0, 0.6, 0.8))).toEqual(contactFrame([0, 0.6, 0.8]));
    const guess = { guess: vector(0, 0, 1) };
    expect(distance(a, {}, b, asArrays, guess).distance).toBeCloseTo(distance(a, {}, b, asArrays).distance, 12);
  });

  it('are accepted as gravity and positions of bodies', () => {
    const falling = (gravity: VectorLike): Float64Array => {
      const pose = { position: vector(0, 0, 3) };
      const simulator = new Simulator({ models: [freeBody(a, { pose })], gravity });
      simulator.step();
      return simulator.state.v;
    };
    expect(falling(vector(0, 0, -2))).toEqual(falling([0, 0, -2]));
  });
});

describe('the plane', () => {
  it('accepts the vectors of three.js', () => {
    const square = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const;
    const shape = plane.polygon(square.map(([x, y]) => new Vector2(x, y)));
    expect(shape.toJSON()).toEqual(plane.polygon(square).toJSON());
    const result = plane.distance(shape, {}, plane.circle(1), { position: new Vector2(4, 0.5) });
    expect(result.distance).toBeCloseTo(2, 12);
  });
});

describe('an object that is not a pose', () => {
  it('is rejected if its rotation has another name', () => {
    const remedy = /position: object.position, rotation: object.quaternion/;
    expect(() => distance(a, {}, b, new Body() as never)).toThrow(remedy);
    expect(() => distance(a, {}, b, mesh as never)).toThrow(remedy);
  });

  it('is rejected if it has Euler angles instead of a quaternion', () => {
    const pose = { position: mesh.position, rotation: new Euler(0.1, 0.2, 0.3) as never };
    expect(() => distance(a, {}, b, pose)).toThrow(/rotation is a Euler; .*fromEuler/);
  });

  it('is rejected if a coordinate is not finite', () => {
    const pose = { position: new Vector3(0, Number.NaN, 0) };
    expect(() => distance(a, {}, b, pose)).toThrow(/position\.y is NaN/);
    expect(() => distance(a, {}, b, { position: new Vector2(1, 2) as never })).toThrow(/position is a Vector2/);
  });
});
