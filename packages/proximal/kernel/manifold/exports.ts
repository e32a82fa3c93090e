// The function table of the manifold module: one flat list, exported by both targets.
import { manifoldMany } from './manifold.ts';

export { manifoldMany };
