/**
 * `proximal/three`: worlds in scenes of three.js.
 * @packageDocumentation
 */
export type { ThreeClasses, ThreeObject, ThreeParent } from './classes.ts';
export { WorldView, type WorldViewOptions } from './world-view.ts';
