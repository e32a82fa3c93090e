// Memory layout and constants of the 3D kernel, for the layers above, which write queries' inputs and read their results with them.

export * as Query from '../../kernel/blocks/query.ts';
export * as Reserved from '../../kernel/blocks/reserved.ts';
export * as SceneBody from '../../kernel/blocks/scene-body.ts';
export * as ScenePair from '../../kernel/blocks/scene-pair.ts';
export * as ShapeBlock from '../../kernel/blocks/shape-block.ts';
export * as Vertex from '../../kernel/blocks/vertex.ts';
export * from '../../kernel/constants.ts';
export * as CoreWidth from '../../kernel/derivatives/blocks/core-width.ts';
export * as Derivative from '../../kernel/derivatives/blocks/derivative.ts';
export * as Skeleton from '../../kernel/derivatives/blocks/skeleton.ts';
export * as Star from '../../kernel/derivatives/blocks/star.ts';
export * as StarNeighbor from '../../kernel/derivatives/blocks/star-neighbor.ts';
export * from '../../kernel/derivatives/constants.ts';
export * as Conic from '../../kernel/growth/blocks/conic.ts';
export * as ConicRow from '../../kernel/growth/blocks/conic-row.ts';
export * as FacetTable from '../../kernel/growth/blocks/facet-table.ts';
export * as Growth from '../../kernel/growth/blocks/growth.ts';
export * as GrowthVertex from '../../kernel/growth/blocks/growth-vertex.ts';
export * from '../../kernel/growth/constants.ts';
export * as Mesh from '../../kernel/mesh/blocks/mesh.ts';
export * as MeshNode from '../../kernel/mesh/blocks/mesh-node.ts';
export * as MeshRay from '../../kernel/mesh/blocks/mesh-ray.ts';
export * as MeshTriangle from '../../kernel/mesh/blocks/mesh-triangle.ts';
export * as Polytope from '../../kernel/penetration/blocks/polytope.ts';
export * as PolytopeCorner from '../../kernel/penetration/blocks/polytope-corner.ts';
export * as PolytopeFace from '../../kernel/penetration/blocks/polytope-face.ts';
export * from '../../kernel/penetration/constants.ts';
