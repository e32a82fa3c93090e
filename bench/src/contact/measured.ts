import type { ContactSolverName } from 'proximal/contact';
import type { ComplianceResult, RegularizationResult } from './compliance.ts';
import type { ConsistencyResult } from './consistency.ts';
import type { RatioResult } from './mass-ratio.ts';
import type { SlidingResult } from './sliding.ts';
import type { StictionResult } from './stiction.ts';
import type { SweepResult } from './sweeps.ts';
import type { Table2Row } from './table2.ts';
import type { TimingResult } from './timings.ts';

export interface DumpResult {
  readonly name: string;
  readonly solver: ContactSolverName;
  readonly status: string;
  readonly iterations: number;
  readonly ncp: number;
}

/** All that one run measured. */
export interface ContactResults {
  readonly isQuick: boolean;
  readonly seed: number;
  readonly skipped: readonly string[];
  readonly sliding: readonly SlidingResult[];
  readonly stiction: readonly StictionResult[];
  readonly ratios: readonly RatioResult[];
  readonly compliance: readonly ComplianceResult[];
  readonly regularization: readonly RegularizationResult[];
  readonly timeSteps: readonly ConsistencyResult[];
  readonly criteria: readonly ConsistencyResult[];
  readonly table2: readonly Table2Row[];
  readonly dumps: readonly DumpResult[];
  readonly timings: readonly TimingResult[];
  /** Or why there are none. */
  readonly sweeps: readonly SweepResult[] | string;
}
