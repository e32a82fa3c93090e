// The plane's memory layout, for the layers above.
export * from '../../kernel/plane/layout.ts';
