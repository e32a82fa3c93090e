import { energyLaws } from './energy.ts';
import type { Law } from './law.ts';
import { rollingLaws } from './rolling.ts';
import { slidingLaws } from './sliding.ts';

/** All laws. */
export const laws: readonly Law[] = [...slidingLaws, ...rollingLaws, ...energyLaws];
