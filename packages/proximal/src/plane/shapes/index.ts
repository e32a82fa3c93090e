export { type Box, box } from './box.ts';
export { type Capsule, capsule } from './capsule.ts';
export { type Circle, circle } from './circle.ts';
export { type Point, point } from './point.ts';
export { type Polygon, type PolygonOptions, polygon } from './polygon.ts';
export { type Segment, segment } from './segment.ts';
export { type Bounds2, Shape, type ShapeJSON2, supportBatch } from './shape.ts';
