// Figures of the contact plane in the kernel's memory, for tests that call `overlap` directly, on the JavaScript target.
import * as Figure from '../../kernel/manifold/blocks/figure.ts';
import * as FigurePoint from '../../kernel/manifold/blocks/figure-point.ts';
import * as PatchWorkspace from '../../kernel/manifold/blocks/patch-workspace.ts';
import { overlap } from '../../kernel/manifold/clip.ts';
import { addPoint } from '../../kernel/manifold/figure.ts';
import { claim } from './memory.ts';

export type Place = readonly [u: number, v: number];

/** The corners of the overlap of two figures, with their ids. The labels of a figure's corners are their indices. */
export function overlapOf(
  a: readonly Place[],
  b: readonly Place[],
  extent: number,
): { places: Place[]; ids: number[] } {
  const p = claim(PatchWorkspace.SIZE);
  const figure = (): number => claim(Figure.SIZE + FigurePoint.SIZE * (a.length + b.length));
  PatchWorkspace.setFeatureA(p, figure());
  PatchWorkspace.setFeatureB(p, figure());
  PatchWorkspace.setCuts(p, figure());
  PatchWorkspace.setSpare(p, figure());
  PatchWorkspace.setCorners(p, figure());
  for (const [k, [u, v]] of a.entries()) addPoint(PatchWorkspace.featureA(p), u, v, k);
  for (const [k, [u, v]] of b.entries()) addPoint(PatchWorkspace.featureB(p), u, v, k);
  overlap(p, extent);
  const corners = PatchWorkspace.corners(p);
  const points = Array.from({ length: Figure.count(corners) }, (_, k) => Figure.points(corners, k));
  return {
    places: points.map((point) => [FigurePoint.u(point), FigurePoint.v(point)]),
    ids: points.map((point) => FigurePoint.label(point)),
  };
}
