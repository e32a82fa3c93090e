/**
 * How long tests wait, in milliseconds, before something counts as never happening: an event, and a whole test. Nothing is measured
 * by these; they end runs that hang, and are far beyond what a machine needs that is ten times slower, or has other work.
 */
export const patience = { event: 180_000, test: 600_000 };
