// The memory of contact problems, for the layers above.

export * from '../../kernel/contact/constants.ts';
export * as BodyState from './blocks/body-state.ts';
export * as ContactWorkspace from './blocks/contact-workspace.ts';
export * as MeasuredResiduals from './blocks/measured-residuals.ts';
export * as Residuals from './blocks/residuals.ts';
