// The function table of the contact module: one flat list, exported by both targets.
import { addProduct } from '../port/products.ts';
import { addTriple, contactRows, idleVelocities, multiplyRows, openBlock, respondTriples } from './rows.ts';
import { solveIsland } from './solve.ts';

export { addProduct, addTriple, contactRows, idleVelocities, multiplyRows, openBlock, respondTriples, solveIsland };
