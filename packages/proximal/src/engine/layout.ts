// The kernel's memory layout, for the layers above: they write a query's input and read its answer through these names.
export * from '../../kernel/layout.ts';
export * from '../../kernel/penetration/layout.ts';
export * from '../../kernel/smooth/layout.ts';
