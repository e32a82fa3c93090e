// The memory of contact problems, for the layers above.
export * as BodyState from '../../kernel/contact/blocks/body-state.ts';
export * as ContactWorkspace from '../../kernel/contact/blocks/contact-workspace.ts';
export * as MeasuredResiduals from '../../kernel/contact/blocks/measured-residuals.ts';
export * as Residuals from '../../kernel/contact/blocks/residuals.ts';
export * from '../../kernel/contact/constants.ts';
