import { type PlaneProblem, type PlaneSet, toWorld, verticesOf } from '../sets.ts';

/** Both outlines of each problem in world coordinates, for libraries that move their polygons before they compare them. */
export function outlines({ polygons, problems }: PlaneSet): { a: [number, number][]; b: [number, number][] }[] {
  const vertices = polygons.map(verticesOf);
  const moved = (shape: number, pose: Float64Array) => vertices[shape].map((vertex) => toWorld(pose, vertex));
  return problems.map(({ a, b, poseA, poseB }: PlaneProblem) => ({ a: moved(a, poseA), b: moved(b, poseB) }));
}
