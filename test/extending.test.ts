// docs/extending.md lists the files to change for a new shape, algorithm or contact solver. Here one of each is added to a copy of the
// library by changes to those files only, both targets are built as in scripts/setup.mjs, and the additions are tested.
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContactSolverName } from '../packages/proximal/src/contact/index.ts';
import type { DistanceAlgorithmName, Shape } from '../packages/proximal/src/index.ts';
import { Rng } from '../packages/proximal/src/math/index.ts';
import { algorithmRecipe } from './support/extending/algorithm.ts';
import { apply, documentedFiles, touchedFiles } from './support/extending/recipe.ts';
import { shapeRecipe } from './support/extending/shape.ts';
import { solverRecipe } from './support/extending/solver.ts';
import { removeFolder, root, temporaryFolder } from './support/folders.ts';
import { node } from './support/run.ts';

const recipes = [shapeRecipe, algorithmRecipe, solverRecipe];

describe.each(recipes)('docs/extending.md: $section', (recipe) => {
  it('lists the files to change', () => {
    expect(touchedFiles(recipe)).toEqual(documentedFiles(recipe.section));
  });
});

it('docs/extending.md lists at most five files for a shape', () => {
  expect(documentedFiles(shapeRecipe.section).length).toBeLessThanOrEqual(5);
});

type Library = typeof import('../packages/proximal/src/index.ts') &
  typeof import('../packages/proximal/src/derivatives/index.ts') &
  typeof import('../packages/proximal/src/contact/index.ts') & { spheroid(across: number, along: number): Shape };

let folder = '';
let library: Library;

beforeAll(async () => {
  folder = temporaryFolder('extending');
  const copied = ['kernel', 'src', 'package.json', 'tsconfig.json'].map((name) => `packages/proximal/${name}`);
  for (const path of [...copied, 'tools/dist', 'tools/package.json', 'tsconfig.base.json'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const recipe of recipes) apply(recipe, folder);
  // The other WebAssembly modules do not change.
  node(folder, 'tools/dist/build-kernel.js', 'kernel', 'extended');
  node(folder, 'node_modules/typescript/bin/tsc', '-p', 'packages/proximal');
  node(folder, 'tools/dist/inline-accessors.js');
  const load = (file: string): Promise<object> =>
    import(pathToFileURL(join(folder, 'packages/proximal/dist/src', file)).href);
  const parts = await Promise.all(['index.js', 'derivatives/index.js', 'contact/index.js'].map(load));
  library = Object.assign({}, ...parts) as Library;
});

afterAll(() => removeFolder(folder));

const rng = new Rng(4);
const poses = Array.from({ length: 12 }, () => {
  const pose = { position: rng.direction(), rotation: rng.rotation() };
  return {
    near: { ...pose, position: pose.position.map((x) => 0.6 * x) },
    far: { ...pose, position: pose.position.map((x) => 3 * x) },
  };
});

/** The largest difference between numbers of two lists. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  return Array.from(a).reduce((largest, x, k) => Math.max(largest, Math.abs(x - b[k])), 0);
}

describe.each(['js', 'wasm'] as const)('an added shape, on %s', (target) => {
  let added: Shape;
  let equivalent: Shape;
  let others: Shape[];

  beforeAll(() => {
    const { setTarget, spheroid, ellipsoid, box, capsule } = library;
    setTarget(target);
    added = spheroid(0.7, 0.4);
    equivalent = ellipsoid(0.7, 0.7, 0.4);
    others = [box(0.5, 0.4, 0.3), capsule(0.2, 0.5), ellipsoid(0.3, 0.4, 0.5), added];
  });

  it('has the same support points to the last bit as on the other target', () => {
    const { supportBatch, setTarget } = library;
    const directions = Float64Array.from(Array.from({ length: 100 }, () => rng.direction()).flat());
    const points = supportBatch(added, directions);
    expect(difference(points, supportBatch(equivalent, directions))).toBeLessThan(1e-14);
    setTarget(target === 'js' ? 'wasm' : 'js');
    expect(supportBatch(added, directions)).toEqual(points);
    setTarget(target);
  });

  it('has distances and penetrations with certificates', () => {
    const { certify, distance, signedDistance } = library;
    for (const other of others)
      for (const { near, far } of poses) {
        const apart = distance(added, {}, other, far);
        expect(apart.distance).toBeCloseTo(distance(equivalent, {}, other, far).distance, 9);
        expect(certify(added, {}, other, far, apart).valid).toBe(true);
        expect(signedDistance(added, {}, other, near).distance).toBeCloseTo(
          signedDistance(equivalent, {}, other, near).distance,
          6,
        );
      }
  });

  it('has growth distances by every method that accepts it', () => {
    const { growthAlgorithms, growthDistance, ellipsoid } = library;
    const methods = growthAlgorithms().filter(({ takes }) => takes(added));
    expect(methods.map(({ name }) => name)).toEqual(['ray', 'internal-expanding', 'smooth', 'conic']);
    const other = ellipsoid(0.3, 0.4, 0.5);
    for (const { name } of methods)
      for (const { near, far } of poses)
        for (const pose of [near, far]) {
          const options = { algorithm: name as 'ray' };
          const { growth } = growthDistance(added, {}, other, pose, options);
          expect(growth, name).toBeCloseTo(growthDistance(equivalent, {}, other, pose, options).growth, 6);
        }
  });

  it('has derivatives', () => {
    const { differentiate } = library;
    const exact = { estimator: 'exact' } as const;
    for (const other of others)
      for (const { far } of poses) {
        const found = differentiate(added, {}, other, far, exact);
        const wanted = differentiate(equivalent, {}, other, far, exact);
        expect(found.differentiable).toEqual(wanted.differentiable);
        if (!found.differentiable.points) continue;
        for (const part of ['distance', 'normal', 'pointA', 'pointB'] as const)
          expect(difference(found[part], wanted[part]), part).toBeLessThan(1e-5);
      }
    for (let k = 0; k < 20; k++) {
      const d = rng.direction();
      expect(difference(added.supportHessian(d).hessian, equivalent.supportHessian(d).hessian)).toBeLessThan(1e-13);
    }
  });

  it('has a JSON form, fields for panels, bounds and a mass', () => {
    const { fromJSON, shapeDefinitions } = library;
    expect(JSON.parse(JSON.stringify(added))).toEqual({ version: 1, kind: 'spheroid', across: 0.7, along: 0.4 });
    expect(fromJSON(JSON.stringify(added)).support([1, 2, 3])).toEqual(added.support([1, 2, 3]));
    expect(
      shapeDefinitions()
        .find(({ kind }) => kind === 'spheroid')
        ?.fields.map(({ name }) => name),
    ).toEqual(['across', 'along']);
    expect(difference(added.boundingBox().max, [0.7, 0.7, 0.4])).toBeLessThan(1e-15);
    expect(added.volume / equivalent.volume).toBeCloseTo(1, 6);
  });
});

describe.each(['js', 'wasm'] as const)('an added algorithm, on %s', (target) => {
  it('is registered, and gives distances with certificates', () => {
    const { box, certify, collide, cone, distance, distanceAlgorithms, setTarget } = library;
    setTarget(target);
    const twice = { algorithm: 'twice' as DistanceAlgorithmName };
    expect(distanceAlgorithms().map(({ name }) => name)).toContain(twice.algorithm);
    const [a, b] = [box(0.5, 0.4, 0.3), cone(0.4, 0.5)];
    for (const { near, far } of poses) {
      const found = distance(a, {}, b, far, twice);
      const single = distance(a, {}, b, far, { algorithm: 'gjk' });
      expect(found.distance).toBeCloseTo(single.distance, 8);
      expect(found.iterations).toBeGreaterThan(single.iterations);
      expect(certify(a, {}, b, far, found).valid).toBe(true);
      expect(collide(a, {}, b, near, twice)).toBe(collide(a, {}, b, near));
    }
  });
});

it('an added contact solver is registered, and solves', () => {
  const { contactSolvers, DenseMatrix, solve } = library;
  const short = 'ccp-short' as ContactSolverName;
  expect(contactSolvers().map(({ name }) => name)).toContain(short);
  for (let k = 0; k < 20; k++) {
    // G = Jᵀ J + ½ I with a random J, so that G is positive definite.
    const columns = Array.from({ length: 6 }, () => Array.from({ length: 6 }, () => rng.uniform(-1, 1)));
    const rows = columns.flatMap((a, i) =>
      columns.map((b, j) => a.reduce((total, x, n) => total + x * b[n], i === j ? 0.5 : 0)),
    );
    const problem = {
      delassus: new DenseMatrix(6, Float64Array.from(rows)),
      freeVelocity: Float64Array.from({ length: 6 }, () => rng.uniform(-1, 1)),
      friction: Float64Array.of(0.5, 0.8),
    };
    const options = { tolerance: 1e-10, relativeTolerance: 0, maxIterations: 10_000 };
    const found = solve(problem, { ...options, solver: short });
    expect(found.status).toBe('converged');
    expect(difference(found.impulses, solve(problem, { ...options, solver: 'ccp-pgs' }).impulses)).toBeLessThan(1e-8);
  }
});
