import { energyLaws } from './energy.ts';
import type { Law } from './law.ts';
import { rollingLaws } from './rolling.ts';
import { slidingLaws } from './sliding.ts';

/** Every law: one line each in its file. */
export const laws: readonly Law[] = [...slidingLaws, ...rollingLaws, ...energyLaws];
