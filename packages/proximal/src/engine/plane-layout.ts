// The plane's memory and numbers, for the layers above.
export * as PlaneQuery from '../../kernel/plane/blocks/plane-query.ts';
export * as PlaneShape from '../../kernel/plane/blocks/plane-shape.ts';
export * as PlaneVertex from '../../kernel/plane/blocks/plane-vertex.ts';
export * as Polygon from '../../kernel/plane/blocks/polygon.ts';
export * from '../../kernel/plane/constants.ts';
