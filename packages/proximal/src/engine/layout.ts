// The kernel's memory layout, for the layers above: they write a query's input and read its answer through these names.
export {
  FACETS_CELLS_INT,
  FACETS_COUNT_INT,
  FACETS_FIRST,
  FACETS_SEEDS_INT,
  FACETS_START_INT,
} from '../../kernel/growth/facet-table.ts';
export * from '../../kernel/growth/layout.ts';
export * from '../../kernel/layout.ts';
export * from '../../kernel/penetration/layout.ts';
