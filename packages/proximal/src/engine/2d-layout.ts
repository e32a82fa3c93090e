// Memory layout and constants of the 2D kernel, for the layers above.

export * from '../../kernel/2d/constants.ts';
export * as PlaneOverlap from './blocks/plane-overlap.ts';
export * as PlaneQuery from './blocks/plane-query.ts';
export * as PlaneShape from './blocks/plane-shape.ts';
export * as PlaneVertex from './blocks/plane-vertex.ts';
export * as Polygon from './blocks/polygon.ts';
