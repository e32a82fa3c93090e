export function hullOfMesh(): void {}
