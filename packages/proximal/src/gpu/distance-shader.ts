// The distance query in f32: GJK in A's frame, with bounds that contain the rounding errors. docs/internals/gpu.md derives every constant.

/** The number of 32-bit words in the row of a shape and of a body. */
export const shapeStride = 12;
export const bodyStride = 16;

/** The shape index of a body that has no valid pose, or whose shape the shader does not support. */
export const noShape = 0xffffffff;

/** Threads of a workgroup. */
export const workgroupSize = 64;

export const distanceShader = /* wgsl */ `
struct Settings {
  /** The number of pairs. */
  count: u32,
  /** The largest number of iterations. */
  limit: u32,
  /** The length in meters of one unit of the positions. */
  quantum: f32,
  /** The search ends once the distance is proven to exceed \`above\`, or to be at most \`below\`. */
  above: f32,
  below: f32,
  /** The relative gap between the bounds at which the search ends. */
  tolerance: f32,
}

struct Shape {
  kind: u32,
  /** The first point; with a map of directions, the first cell. */
  first: u32,
  /** The number of points; with a map, the cells along an edge of the cube. */
  count: u32,
  /** With a map, its first point. */
  points: u32,
  parameters: vec3f,
  /** The radius of the swept ball, rounded down and up. */
  radiusDown: f32,
  radiusUp: f32,
  /** A bound on |v| for the points v of the core. */
  size: f32,
  /** Bounds on the error of a support point, and on that of its support value along a unit vector. */
  pointError: f32,
  valueError: f32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> shapes: array<vec4u>;
@group(0) @binding(2) var<storage, read> points: array<vec4f>;
@group(0) @binding(3) var<storage, read> cells: array<vec2i>;
@group(0) @binding(4) var<storage, read> bodies: array<vec4u>;
@group(0) @binding(5) var<storage, read> pairs: array<vec2u>;
/** Three columns: lower bounds, upper bounds, and packed unit vectors from A to B in A's frame, which attain the lower bounds. */
@group(0) @binding(6) var<storage, read_write> results: array<u32>;

/** u = 2⁻²³ bounds the relative error of an operation in any rounding mode. */
const u = 1.1920928955078125e-7;
const infinite = 3.0e38;

const point = 0u;
const segment = 1u;
const box = 2u;
const hull = 3u;
const ellipsoid = 5u;
const frustum = 6u;
/** A hull with a map of directions. */
const mapped = 16u;

fn shapeAt(index: u32) -> Shape {
  let a = shapes[3 * index];
  let b = bitcast<vec4f>(shapes[3 * index + 1]);
  let c = bitcast<vec4f>(shapes[3 * index + 2]);
  return Shape(a.x, a.y, a.z, a.w, b.xyz, b.w, c.x, c.y, c.z, c.w);
}

/** The index of a square along an edge of \`count\` squares. */
fn square(count: i32, x: f32) -> i32 {
  return clamp(i32(x), 0, count - 1);
}

/** The cell of a map that contains a direction: see kernel/shapes/convex.ts. */
fn cellOf(shape: Shape, d: vec3f) -> vec2i {
  let count = i32(shape.count);
  let size = abs(d);
  let isX = size.x >= size.y && size.x >= size.z;
  let isY = size.y >= size.z;
  let turned = select(select(d.zxy, d.yzx, isY), d, isX);
  let axis = select(select(2, 1, isY), 0, isX);
  let half = 0.5 * f32(count);
  var xy = turned.yz * (half / abs(turned.x)) + half;
  var column = square(count, xy.x);
  var row = square(count, xy.y);
  let face = 2 * axis + select(0, 1, turned.x < 0.0);
  var cell = cells[shape.first + u32((face * count + row) * count + column)];
  while (cell.y < 0) {
    xy = (xy - vec2f(f32(column), f32(row))) * 4.0;
    column = square(4, xy.x);
    row = square(4, xy.y);
    cell = cells[shape.first + u32(cell.x + row * 4 + column)];
  }
  return cell;
}

fn farthest(first: u32, count: u32, d: vec3f) -> vec3f {
  var best = points[first].xyz;
  var height = dot(best, d);
  for (var k = first + 1; k < first + count; k++) {
    let candidate = points[k].xyz;
    let value = dot(candidate, d);
    if (value > height) {
      height = value;
      best = candidate;
    }
  }
  return best;
}

/** The farthest point of a core along d, which has unit length up to rounding. */
fn support(shape: Shape, d: vec3f) -> vec3f {
  let p = shape.parameters;
  switch shape.kind {
    case segment: { return vec3f(0.0, 0.0, select(-p.x, p.x, d.z >= 0.0)); }
    case box: { return select(-p, p, d >= vec3f(0.0)); }
    case hull: { return farthest(shape.first, shape.count, d); }
    case mapped: {
      let cell = cellOf(shape, d);
      return farthest(shape.points + 2u * u32(cell.x), 2u * u32(cell.y), d);
    }
    case ellipsoid: {
      let q = p * d;
      return p * q * inverseSqrt(dot(q, q));
    }
    case frustum: {
      let across = sqrt(dot(d.xy, d.xy));
      let isTop = (p.y - p.x) * across + 2.0 * p.z * d.z >= 0.0;
      let radius = select(p.x, p.y, isTop);
      let scale = select(0.0, radius / across, across > 1.0e-18);
      return vec3f(scale * d.xy, select(-p.z, p.z, isTop));
    }
    default: { return vec3f(0.0); }
  }
}

/** The simplex of points of A − B, and the point of it that is nearest to the origin. */
struct Simplex {
  p0: vec3f,
  p1: vec3f,
  p2: vec3f,
  count: u32,
  nearest: vec3f,
  /** Whether the tetrahedron of four points contains the origin, and whether it contains a ball around the origin whose radius is the error of the points. */
  isInside: bool,
  isProven: bool,
}

/** The nearest point of the segment of a and b, with the vertices of the smallest face that contains it. */
fn nearestOnSegment(a: vec3f, b: vec3f) -> Simplex {
  let edge = b - a;
  let squared = dot(edge, edge);
  let along = clamp(-dot(a, edge) / max(squared, 1.0e-37), 0.0, 1.0);
  var s: Simplex;
  if (!(along > 0.0)) {
    s.p0 = a;
    s.count = 1;
    s.nearest = a;
  } else if (along >= 1.0) {
    s.p0 = b;
    s.count = 1;
    s.nearest = b;
  } else {
    s.p0 = a;
    s.p1 = b;
    s.count = 2;
    s.nearest = a * (1.0 - along) + b * along;
  }
  return s;
}

/** The nearer of two results. */
fn nearer(s: Simplex, t: Simplex) -> Simplex {
  if (dot(t.nearest, t.nearest) < dot(s.nearest, s.nearest)) { return t; }
  return s;
}

/**
 * The nearest point of a triangle, of which a is the newest vertex. Inside, the barycentric coordinates of the origin's projection are positive;
 * otherwise the nearest point is on an edge. Weights are clamped, so that the point is in the triangle up to rounding whatever they are.
 */
fn nearestOnTriangle(a: vec3f, b: vec3f, c: vec3f) -> Simplex {
  let normal = cross(b - a, c - a);
  let wb = dot(cross(c, a), normal);
  let wc = dot(cross(a, b), normal);
  let wa = dot(cross(b, c), normal);
  let total = wa + wb + wc;
  if (wa > 0.0 && wb > 0.0 && wc > 0.0 && total > 0.0) {
    let v = clamp(wb / total, 0.0, 1.0);
    let w = clamp(wc / total, 0.0, 1.0 - v);
    var s: Simplex;
    s.p0 = a;
    s.p1 = b;
    s.p2 = c;
    s.count = 3;
    s.nearest = a * (1.0 - v - w) + b * v + c * w;
    return s;
  }
  return nearer(nearer(nearestOnSegment(a, b), nearestOnSegment(a, c)), nearestOnSegment(b, c));
}

/** Whether the origin and d are on different sides of the plane of a, b and c, or the tetrahedron is flat. */
fn isOutside(a: vec3f, b: vec3f, c: vec3f, d: vec3f) -> bool {
  let normal = cross(b - a, c - a);
  return !(dot(normal, a) * dot(normal, a - d) > 0.0);
}

/**
 * Whether the plane of a, b and c is farther than r from the origin, and d is off the plane, both by more than the rounding errors of
 * the determinants, so that the sign that isOutside computes is right.
 */
fn isDeep(a: vec3f, b: vec3f, c: vec3f, d: vec3f, r: f32) -> bool {
  let ab = b - a;
  let ac = c - a;
  let ad = d - a;
  let normal = cross(ab, ac);
  let rounding = 32.0 * u * length(ab) * length(ac);
  return abs(dot(normal, a)) - rounding * length(a) >= r * (length(normal) + rounding) && abs(dot(normal, ad)) > rounding * length(ad);
}

/** Adds a to the simplex, whose points are in A − B up to \`error\`. */
fn extended(s: Simplex, a: vec3f, error: f32) -> Simplex {
  if (s.count == 0) {
    var only: Simplex;
    only.p0 = a;
    only.count = 1;
    only.nearest = a;
    return only;
  }
  if (s.count == 1) { return nearestOnSegment(a, s.p0); }
  if (s.count == 2) { return nearestOnTriangle(a, s.p0, s.p1); }
  var best: Simplex;
  best.nearest = vec3f(1.0e18);
  var isInside = true;
  if (isOutside(a, s.p0, s.p1, s.p2)) { best = nearer(best, nearestOnTriangle(a, s.p0, s.p1)); isInside = false; }
  if (isOutside(a, s.p1, s.p2, s.p0)) { best = nearer(best, nearestOnTriangle(a, s.p1, s.p2)); isInside = false; }
  if (isOutside(a, s.p2, s.p0, s.p1)) { best = nearer(best, nearestOnTriangle(a, s.p2, s.p0)); isInside = false; }
  if (isOutside(s.p0, s.p1, s.p2, a)) { best = nearer(best, nearestOnTriangle(s.p0, s.p1, s.p2)); isInside = false; }
  if (isInside) {
    best.isInside = true;
    best.isProven = isDeep(a, s.p0, s.p1, s.p2, error) && isDeep(a, s.p1, s.p2, s.p0, error) && isDeep(a, s.p2, s.p0, s.p1, error)
      && isDeep(s.p0, s.p1, s.p2, a, error);
  }
  return best;
}

/** A unit vector as two numbers of 16 bits (octahedral coordinates). */
fn packed(n: vec3f) -> u32 {
  var p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
  if (n.z < 0.0) { p = (1.0 - abs(p.yx)) * select(vec2f(-1.0), vec2f(1.0), p >= vec2f(0.0)); }
  return pack2x16snorm(p);
}

@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = id.x + id.y * groups.x * ${workgroupSize}u;
  if (index >= settings.count) { return; }
  let pair = pairs[index];
  let a3 = bodies[4 * pair.x + 3];
  let b3 = bodies[4 * pair.y + 3];
  if (a3.x == ${noShape}u || b3.x == ${noShape}u) {
    results[index] = 0u;
    results[settings.count + index] = bitcast<u32>(infinite);
    results[2 * settings.count + index] = 0u;
    return;
  }
  let shapeA = shapeAt(a3.x);
  let shapeB = shapeAt(b3.x);

  // B's pose in A's frame. Differences of integers are exact.
  let a0 = bodies[4 * pair.x];
  let a1 = bodies[4 * pair.x + 1];
  let a2 = bodies[4 * pair.x + 2];
  let b0 = bodies[4 * pair.y];
  let b1 = bodies[4 * pair.y + 1];
  let b2 = bodies[4 * pair.y + 2];
  let between = vec3f(bitcast<vec3i>(vec3u(b0.w, b1.w, b2.w)) - bitcast<vec3i>(vec3u(a0.w, a1.w, a2.w))) * settings.quantum;
  // Rows of A's rotation.
  let u0 = bitcast<vec3f>(a0.xyz);
  let u1 = bitcast<vec3f>(a1.xyz);
  let u2 = bitcast<vec3f>(a2.xyz);
  let v0 = bitcast<vec3f>(b0.xyz);
  let v1 = bitcast<vec3f>(b1.xyz);
  let v2 = bitcast<vec3f>(b2.xyz);
  let t = between.x * u0 + between.y * u1 + between.z * u2;
  // Rows of R = R_Aᵀ R_B.
  let r0 = u0.x * v0 + u1.x * v1 + u2.x * v2;
  let r1 = u0.y * v0 + u1.y * v1 + u2.y * v2;
  let r2 = u0.z * v0 + u1.z * v1 + u2.z * v2;

  // The errors of a point of A − B, of its combinations, and of a support value.
  let distance = length(t);
  let sum = shapeA.size + shapeB.size + distance;
  let pointError = shapeA.pointError + shapeB.pointError
    + u * (2.0 * shapeA.size + 20.0 * shapeB.size + 12.0 * distance) + 2.0 * settings.quantum;
  let upperError = pointError + 8.0 * u * sum;
  let lowerError = pointError + shapeA.valueError + shapeB.valueError + u * (4.0 * sum + 16.0 * shapeB.size);
  let radiusDown = (shapeA.radiusDown + shapeB.radiusDown) * (1.0 - 2.0 * u);
  let radiusUp = (shapeA.radiusUp + shapeB.radiusUp) * (1.0 + 2.0 * u);

  var simplex: Simplex;
  simplex.nearest = select(-t, vec3f(1.0, 0.0, 0.0), distance < 1.0e-15);
  var lower = -infinite;
  var upper = infinite;
  // From A to B.
  var normal = vec3f(1.0, 0.0, 0.0);
  for (var k = 0u; k < settings.limit; k++) {
    let x = simplex.nearest;
    let squared = dot(x, x);
    let n = -x * inverseSqrt(squared);
    let pointA = support(shapeA, n);
    let localB = support(shapeB, -(n.x * r0 + n.y * r1 + n.z * r2));
    let w = pointA - (vec3f(dot(r0, localB), dot(r1, localB), dot(r2, localB)) + t);
    // |n| is 1 up to 8 u.
    let value = -dot(n, w) - lowerError;
    let bound = value - 8.0 * u * abs(value);
    if (bound > lower) {
      lower = bound;
      normal = n;
    }
    if (lower - radiusUp > settings.above) { break; }
    if (simplex.count > 0) {
      if (upper - lower <= settings.tolerance * upper + lowerError + upperError) { break; }
      if (all(w == simplex.p0) || (simplex.count > 1 && all(w == simplex.p1)) || (simplex.count > 2 && all(w == simplex.p2))) { break; }
    }
    let next = extended(simplex, w, pointError);
    if (next.isInside) {
      // With the ball inside, the origin is in A − B: the cores overlap.
      if (next.isProven) { upper = -infinite; }
      break;
    }
    let reached = length(next.nearest);
    let improved = (reached + upperError) * (1.0 + 10.0 * u);
    if (!(improved < upper)) { break; }
    upper = improved;
    simplex = next;
    if (upper - radiusDown <= settings.below || reached <= upperError) { break; }
  }

  // The swept balls, and the rounding of these sums.
  let found = vec2f(lower - radiusUp, upper - radiusDown);
  let rounding = 4.0 * u * (abs(vec2f(lower, upper)) + vec2f(radiusUp, radiusDown));
  results[index] = bitcast<u32>(max(0.0, found.x - rounding.x));
  results[settings.count + index] = bitcast<u32>(select(max(0.0, found.y + rounding.y), 0.0, upper < -1.0e38));
  results[2 * settings.count + index] = packed(normal);
}
`;
