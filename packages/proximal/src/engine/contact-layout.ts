// The memory layout of contact problems, for the layers above.
export * from '../../kernel/contact/layout.ts';
