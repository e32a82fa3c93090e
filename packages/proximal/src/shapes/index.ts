export { type Box, box } from './box.ts';
export { type Capsule, capsule } from './capsule.ts';
export { type Convex, convex } from './convex.ts';
export { type Custom, type CustomShape, custom } from './custom.ts';
export { type Point, point } from './point.ts';
export { type Rounded, rounded } from './rounded.ts';
export { type Segment, segment } from './segment.ts';
export { type Ball, type Bounds, Shape, supportBatch } from './shape.ts';
export { type Sphere, sphere } from './sphere.ts';
