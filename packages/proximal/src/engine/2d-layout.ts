// Memory layout and constants of the 2D kernel, for the layers above.
export * as PlaneQuery from '../../kernel/2d/blocks/plane-query.ts';
export * as PlaneShape from '../../kernel/2d/blocks/plane-shape.ts';
export * as PlaneVertex from '../../kernel/2d/blocks/plane-vertex.ts';
export * as Polygon from '../../kernel/2d/blocks/polygon.ts';
export * from '../../kernel/2d/constants.ts';
