/**
 * Timeouts in milliseconds, for an event and for a whole test. They only end tests that hang, and are long enough for a machine
 * that is busy or ten times slower.
 */
export const timeouts = { event: 180_000, test: 600_000 };
