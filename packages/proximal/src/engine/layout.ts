// The kernel's memory layout, for the layers above: they write a query's input and read its answer through these names.
export { CONIC_ROWS, MOST_VARIABLES, ROW_COEFFICIENTS } from '../../kernel/growth/cones.ts';
export {
  FACETS_CELLS_INT,
  FACETS_COUNT_INT,
  FACETS_FIRST,
  FACETS_SEEDS_INT,
  FACETS_START_INT,
} from '../../kernel/growth/facet-table.ts';
export * from '../../kernel/growth/layout.ts';
export * from '../../kernel/layout.ts';
export * as Mesh from '../../kernel/mesh/blocks/mesh.ts';
export * as MeshNode from '../../kernel/mesh/blocks/mesh-node.ts';
export * as MeshRay from '../../kernel/mesh/blocks/mesh-ray.ts';
export * as MeshTriangle from '../../kernel/mesh/blocks/mesh-triangle.ts';
export * from '../../kernel/penetration/layout.ts';
export * from '../../kernel/smooth/layout.ts';
