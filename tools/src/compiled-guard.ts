export async function checkCompiled(_entry: string): Promise<string[]> { return []; }
