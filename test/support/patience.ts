/**
 * Timeouts of tests, in milliseconds, for an event and for a whole test. Nothing is measured
 * by these; they end runs that hang, and are long enough for a machine that is ten times slower or busy.
 */
export const patience = { event: 180_000, test: 600_000 };
