// Closed forms. Each gives the volume, the center and the second moments ∫x² dV, ∫y² dV, ∫z² dV about the center.
import { gamma } from './gamma.ts';
import { diagonalMass, type MassProperties } from './mass.ts';

/** V = 4/3 πr³, ∫x² = V r²/5. */
export function sphereMass(radius: number): MassProperties {
  return ellipsoidMass(radius, radius, radius);
}

/** V = 4/3 π rx ry rz, ∫x² = V rx²/5. */
export function ellipsoidMass(rx: number, ry: number, rz: number): MassProperties {
  const volume = (4 / 3) * Math.PI * rx * ry * rz;
  return diagonalMass(volume, [0, 0, 0], (volume * rx * rx) / 5, (volume * ry * ry) / 5, (volume * rz * rz) / 5);
}

/** From half extents: V = 8 hx hy hz, ∫x² = V hx²/3. */
export function boxMass(hx: number, hy: number, hz: number): MassProperties {
  const volume = 8 * hx * hy * hz;
  return diagonalMass(volume, [0, 0, 0], (volume * hx * hx) / 3, (volume * hy * hy) / 3, (volume * hz * hz) / 3);
}

/**
 * A cylinder of length 2l and two half balls. The half balls together have the second moment 4/15 πr⁵ about their own centers,
 * each has the first moment πr⁴/4 along the axis, and they are at the distance l from the middle.
 */
export function capsuleMass(radius: number, halfLength: number): MassProperties {
  const [r, l] = [radius, halfLength];
  const disc = Math.PI * r * r;
  const across = disc * r * r * (l / 2 + (4 / 15) * r);
  const along = disc * ((2 / 3) * l * l * l + (4 / 3) * r * l * l + r * r * l + (4 / 15) * r * r * r);
  return diagonalMass(disc * (2 * l + (4 / 3) * r), [0, 0, 0], across, across, along);
}

/**
 * The solid between two discs, a = `bottomRadius` at z = −l and b = `topRadius` at z = l: a cylinder if they are equal,
 * a cone if one is zero. With the radius R linear in u = (z + l)/2l,
 *   V = 2πl ∫R² du = 2πl/3·(a² + ab + b²)            center  z = l/2·(b² − a²)/(a² + ab + b²)
 *   ∫x² dV = πl/2 ∫R⁴ du = πl/10·(a⁴ + a³b + a²b² + ab³ + b⁴)
 *   ∫(z − center)² dV = V (2l)²·3/80·(a⁴ + 4a³b + 10a²b² + 4ab³ + b⁴)/(a² + ab + b²)²
 */
export function frustumMass(bottomRadius: number, topRadius: number, halfLength: number): MassProperties {
  const [a, b, l] = [bottomRadius, topRadius, halfLength];
  const squares = a * a + a * b + b * b;
  if (!(squares > 0)) return diagonalMass(0, [0, 0, 0], 0, 0, 0);
  const volume = ((2 * Math.PI * l) / 3) * squares;
  const across = ((Math.PI * l) / 10) * (a * a * squares + b * b * b * (a + b));
  // Ratios to the larger radius: no fourth power overflows or underflows.
  const [p, q] = [a / Math.max(a, b), b / Math.max(a, b)];
  const sum = p * p + p * q + q * q;
  const quartic = p * p * p * p + q * q * q * q + p * q * (4 * p * p + 10 * p * q + 4 * q * q);
  const along = volume * l * l * 0.15 * (quartic / (sum * sum));
  return diagonalMass(volume, [0, 0, (l / 2) * ((q - p) * ((q + p) / sum))], across, across, along);
}

/**
 * (|x/rx|^(2/e2) + |y/ry|^(2/e2))^(e2/e1) + |z/rz|^(2/e1) ≤ 1. The slice at height z is a superellipse shrunk by
 * (1 − |z|^(2/e1))^(e1/2), so every moment is a moment of the unit superellipse (Dirichlet's integral) times a Beta
 * integral over z; with Γ̂(x) = Γ(1 + x) and p = e1/2, q = e2/2,
 *   area = 4 Γ̂(q)²/Γ̂(2q)                          V     = 2 area Γ̂(p) Γ̂(2p)/Γ̂(3p)
 *   ∫x² over the slice = 4/3 Γ̂(3q) Γ̂(q)/Γ̂(4q)      ∫x²dV = 2 (∫x² over the slice) Γ̂(p) Γ̂(4p)/Γ̂(5p)
 *                                                  ∫z²dV = 2/3 area Γ̂(3p) Γ̂(2p)/Γ̂(5p)
 */
export function superellipsoidMass(rx: number, ry: number, rz: number, e1: number, e2: number): MassProperties {
  const along = (k: number): number => gamma(1 + (k * e1) / 2);
  const around = (k: number): number => gamma(1 + (k * e2) / 2);
  const area = (4 * around(1) * around(1)) / around(2);
  const square = ((4 / 3) * around(3) * around(1)) / around(4);
  const box = rx * ry * rz;
  const volume = (2 * box * area * along(1) * along(2)) / along(3);
  const slices = (2 * box * square * along(1) * along(4)) / along(5);
  const heights = ((2 / 3) * box * area * along(3) * along(2)) / along(5);
  return diagonalMass(volume, [0, 0, 0], slices * rx * rx, slices * ry * ry, heights * rz * rz);
}
