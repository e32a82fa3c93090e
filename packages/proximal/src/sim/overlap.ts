// How thick bodies are, and how far they may overlap.
import { cross, length, subtract } from '../math/vec3.ts';
import { Surface } from '../scene/nonconvex/surface.ts';
import type { Volume } from '../scene/volume.ts';
import type { Assembly } from '../shapes/assembly.ts';
import type { Shape } from '../shapes/shape.ts';
import type { SimulatorSettings } from './options.ts';

/** The smallest overlap at which continuous collision detection stops two bodies, as a fraction of the thickness of the thinner body. */
const overlapFraction = 0.25;

/** The computed thicknesses of compounds and meshes. */
const cache = /* @__PURE__ */ new WeakMap<Assembly, number>();

/**
 * The inradius of a body, or of the thinnest of its parts. For meshes and height fields, the margin is used: contacts within it are found before
 * the surfaces meet.
 */
export function thicknessOf({ bounds, assembly }: Volume, margin: number): number {
  if (!assembly) return thickness(bounds);
  if (assembly.isLocal) return margin;
  return cached(assembly, () => {
    let thinnest = Infinity;
    for (let k = 0; k < assembly.partCount; k++) thinnest = Math.min(thinnest, thickness(assembly.part(k)));
    return thinnest;
  });
}

/**
 * The penetration of two bodies that is not corrected, in meters: `allowedPenetration`, but at most a quarter of the thickness of the thinner body.
 * Otherwise bodies smaller than `allowedPenetration` would pass through sheets.
 */
export function allowedOverlap(a: Volume, b: Volume, { allowedPenetration }: SimulatorSettings): number {
  const least = Math.min(limitingThickness(a), limitingThickness(b));
  return Math.min(allowedPenetration, overlapFraction * least);
}

/** The thickness of a body; infinite for a height field, and for a sheet, which has no thickness that limits an overlap. */
function limitingThickness(volume: Volume): number {
  const value = volume.assembly instanceof Surface ? solidThickness(volume.assembly) : thicknessOf(volume, 0);
  return value > 0 ? value : Infinity;
}

/** The smallest overlap at which any parts of two bodies stop, in meters. */
export function smallestOverlap(a: Volume, b: Volume, settings: SimulatorSettings): number {
  return Math.max(allowedOverlap(a, b, settings), overlapFraction * surfaceThickness(a, b));
}

/**
 * For two meshes, the thickness of the thinner one, or of the closed one if the other is a sheet; 0 for two sheets. 0 for other bodies: their parts
 * have a thickness.
 */
function surfaceThickness({ assembly: a }: Volume, { assembly: b }: Volume): number {
  if (!(a instanceof Surface && b instanceof Surface)) return 0;
  const least = thinner(solidThickness(a), solidThickness(b));
  return least < Infinity ? least : 0;
}

/**
 * The volume of a closed mesh divided by its area: for a plate half its thickness, for a ball a third of its radius. 0 for a sheet; infinite for a
 * height field, whose parts are solid.
 */
function solidThickness(surface: Surface): number {
  if (surface.isOneSided) return Infinity;
  return cached(surface, () => (surface.orientation === 0 ? 0 : surface.volume / areaOf(surface)));
}

function areaOf(surface: Surface): number {
  let sum = 0;
  for (let k = 0; k < surface.partCount; k++) {
    const [p, q, r] = surface.corners(k);
    sum += length(cross(subtract(q, p), subtract(r, p))) / 2;
  }
  return sum;
}

function cached(assembly: Assembly, measure: () => number): number {
  let value = cache.get(assembly);
  if (value === undefined) {
    value = measure();
    cache.set(assembly, value);
  }
  return value;
}

/** The smallest overlap at which two parts stop, in meters: see `overlapLimit`. */
export function overlapBound(a: Shape, b: Shape): number {
  return overlapFraction * thinnerOf(a, b);
}

/**
 * The overlap at which parts stop, in meters: `overlapBound`, or twice the allowed penetration if that is larger, but at most twice
 * `overlapBound`. The larger bound keeps thin parts from stopping at every triangle of a curved floor on which they slide.
 */
export function overlapLimit(a: Shape, b: Shape, { allowedPenetration }: SimulatorSettings): number {
  const bound = overlapBound(a, b);
  return Math.max(bound, Math.min(2 * bound, 2 * allowedPenetration));
}

/**
 * The thickness of the thinner shape. For a sheet, whose thickness is 0, and a solid, the thickness of the solid: the solid stays on its
 * side of the sheet until half of it has passed through.
 */
function thinnerOf(a: Shape, b: Shape): number {
  return thinner(thickness(a), thickness(b));
}

function thinner(p: number, q: number): number {
  return p > 0 && q > 0 ? Math.min(p, q) : Math.max(p, q);
}

function thickness({ isBounded, inradius }: Shape): number {
  return isBounded ? inradius : Infinity;
}
