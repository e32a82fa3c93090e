export function checkDialect(): string[] { return []; }
