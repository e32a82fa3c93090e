/**
 * `proximal/draw`: the surfaces of shapes as triangles.
 * @packageDocumentation
 */
export { type TriangulateOptions, type Triangulation, triangulate } from './triangulate.ts';
