// The numbers of the paper's tables.

/** Table III: integral consistency error in m·s, by time step in seconds. */
export const paperTimeSteps: readonly { readonly name: string; readonly setting: number; readonly error: number }[] = [
  { name: 'CCP', setting: 1e-3, error: 1.6e-3 },
  { name: 'CCP', setting: 1e-2, error: 1.7e-2 },
  { name: 'CCP', setting: 1e-1, error: 1.6e-1 },
  { name: 'RaiSim', setting: 1e-3, error: 1.5e-3 },
  { name: 'RaiSim', setting: 1e-2, error: 1.6e-2 },
  { name: 'RaiSim', setting: 1e-1, error: 1.5e-1 },
  { name: 'NCP', setting: 1e-3, error: 1.5e-3 },
  { name: 'NCP', setting: 1e-2, error: 1.6e-2 },
  { name: 'NCP', setting: 1e-1, error: 1.6e-1 },
];

/** Table IV: the same by stopping criterion. */
export const paperCriteria: typeof paperTimeSteps = [
  { name: 'CCP', setting: 1e-6, error: 6.7e-7 },
  { name: 'CCP', setting: 1e-4, error: 4.3e-5 },
  { name: 'CCP', setting: 1e-2, error: 4.8e-2 },
  { name: 'RaiSim', setting: 1e-6, error: 9.0e-8 },
  { name: 'RaiSim', setting: 1e-4, error: 4.8e-5 },
  { name: 'RaiSim', setting: 1e-2, error: 7.0e-4 },
  { name: 'NCP', setting: 1e-6, error: 6.0e-10 },
  { name: 'NCP', setting: 1e-4, error: 9.9e-8 },
  { name: 'NCP', setting: 1e-2, error: 5.3e-6 },
];
