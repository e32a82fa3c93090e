// The memory of contact manifolds, for the layers above.

export * as ContactPoint from './blocks/contact-point.ts';
export * as FeatureTable from './blocks/feature-table.ts';
export * as Figure from './blocks/figure.ts';
export * as FigurePoint from './blocks/figure-point.ts';
export * as ManifoldPair from './blocks/manifold-pair.ts';
export * as PatchWorkspace from './blocks/patch-workspace.ts';
