// A shape: the spheroid with semi-axes a, a and c, equal to ellipsoid(a, a, c) but with its own functions.
import { before, inSequence, type Recipe } from './recipe.ts';

const kernel = `
import * as ShapeBlock from '../blocks/shape-block.ts';
import { addCone, centerOf, recordOf, rowStride, setAlpha, setOnCore } from '../growth/conic-rows.ts';
import { addDiagonal, addSquare } from '../growth/hessian.ts';
import { ld, st } from '../port/memory.ts';

/** h = |r∘d| with r = (a, a, c). Data: a, c. */
function supportValue(a: f64, c: f64, dx: f64, dy: f64, dz: f64): f64 {
  return Math.sqrt(a * a * (dx * dx + dy * dy) + c * c * dz * dz);
}

export function supportSpheroid(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const a: f64 = ShapeBlock.data(record, 0);
  const c: f64 = ShapeBlock.data(record, 1);
  const value: f64 = supportValue(a, c, dx, dy, dz);
  const scale: f64 = value > 0.0 ? 1.0 / value : 0.0;
  st(out, scale * a * a * dx);
  st(out + 1, scale * a * a * dy);
  st(out + 2, scale * c * c * dz);
}

export function addSpheroidHessian(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const a: f64 = ShapeBlock.data(record, 0);
  const c: f64 = ShapeBlock.data(record, 1);
  const inverse: f64 = 1.0 / supportValue(a, c, dx, dy, dz);
  addDiagonal(out, inverse * a * a, inverse * a * a, inverse * c * c);
  addSquare(out, -inverse * inverse * inverse, a * a * dx, a * a * dy, c * c * dz);
}

export function writeSpheroidCones(w: i32, g: i32, work: i32, body: i32): void {
  const data: i32 = recordOf(w, body) + ShapeBlock.DATA;
  const center: i32 = centerOf(g, body);
  const first: i32 = addCone(work, 4);
  setAlpha(first, 1.0);
  for (let k: i32 = 0; k < 3; k += 1) {
    const row: i32 = first + (k + 1) * rowStride(work);
    const inverse: f64 = 1.0 / ld(data + (k === 2 ? 1 : 0));
    setOnCore(w, g, work, body, row, k === 0 ? inverse : 0.0, k === 1 ? inverse : 0.0, k === 2 ? inverse : 0.0);
    setAlpha(row, inverse * ld(center + k));
  }
}
`;

const library = `
import { checkNumber } from '../check/argument.ts';
import { KIND_SPHEROID } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import type { Vec3 } from '../math/vec3.ts';
import { GeneralShape } from './general-shape.ts';

export class Spheroid extends GeneralShape {
  readonly kind = 'spheroid';
  readonly radius = 0;
  readonly center: Readonly<Vec3> = [0, 0, 0];

  constructor(
    readonly across: number,
    readonly along: number,
  ) {
    super();
  }

  get inradius(): number {
    return Math.min(this.across, this.along);
  }

  get boundingRadius(): number {
    return Math.max(this.across, this.along);
  }

  override get isStrictlyConvex(): boolean {
    return true;
  }

  override get isSmooth(): boolean {
    return true;
  }

  override get isConic(): boolean {
    return true;
  }

  protected encode(): ShapeRecord {
    return ShapeRecord.encode(KIND_SPHEROID, this, [this.across, this.along]);
  }

  fields(): Record<string, unknown> {
    return { across: this.across, along: this.along };
  }
}

export function spheroid(across: number, along: number): Spheroid {
  const remedy = 'give a semi-axis in meters, finite and above 0';
  return new Spheroid(
    checkNumber('spheroid', 'across', across, remedy, 0, true),
    checkNumber('spheroid', 'along', along, remedy, 0, true),
  );
}
`;

const define = "define('spheroid', KIND_SPHEROID, spheroid, length('across', 1), length('along', 0.5)),";

export const shapeRecipe: Recipe = {
  section: 'A shape',
  name: 'spheroid',
  changes: {
    'packages/proximal/kernel/shapes/spheroid.ts': kernel,
    'packages/proximal/kernel/shapes/kinds.ts': (text) =>
      `${text}export const KIND_SPHEROID: i32 = ${text.split('export const KIND_').length - 1};\n`,
    'packages/proximal/src/shapes/spheroid.ts': library,
    'packages/proximal/src/shapes/registry.ts': inSequence(
      before('  KIND_SUM,\n', '  KIND_SPHEROID,\n'),
      before("import { sum } from './sum.ts';\n", "import { spheroid } from './spheroid.ts';\n"),
      before("    define('sum', ", `    ${define}\n`),
    ),
    'packages/proximal/src/shapes/index.ts': (text) =>
      `${text}export { type Spheroid, spheroid } from './spheroid.ts';\n`,
  },
};
