// Five sample hulls, made by formula.
import { convex, type ShapeJSON } from 'proximal';
import { Rng } from 'proximal/math';

type Points = readonly (readonly number[])[];

/** Corners of a regular polygon at a height. @param rotation as a fraction of the angle between two corners */
function ring(count: number, radius: number, height: number, rotation = 0): Points {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * (k + rotation)) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle), height];
  });
}

function rock(): Points {
  const rng = new Rng(7);
  return Array.from({ length: 90 }, () => {
    const [x, y, z] = rng.direction();
    const bump = 0.8 + 0.2 * rng.uniform();
    return [0.8 * x * bump, 0.6 * y * bump, 0.5 * z * bump];
  });
}

/** Sections of a boat from bow to stern. */
function boat(): Points {
  return Array.from({ length: 13 }, (_, k) => {
    const x = k / 6 - 1;
    const width = 0.35 * Math.sqrt(Math.max(0, 1 - ((x + 0.3) / 1.3) ** 2));
    return [
      [x, width, 0.2],
      [x, -width, 0.2],
      [x, 0, 0.2 - 0.8 * width],
    ];
  }).flat();
}

const clouds: Readonly<Record<string, () => Points>> = {
  gem: () => [...ring(8, 0.45, 0.25), ...ring(8, 0.7, 0, 0.5), ...ring(1, 0, -0.7)],
  rock,
  bolt: () => [...ring(6, 0.5, 0.3), ...ring(6, 0.5, 0), ...ring(24, 0.25, -0.8)],
  boat,
  wedge: () =>
    [-0.6, 0.6].flatMap((y) => [
      [-0.8, y, -0.4],
      [0.8, y, -0.4],
      [-0.8, y, 0.4],
    ]),
};

export const sampleNames: readonly string[] = Object.keys(clouds);

export function sample(name: string): ShapeJSON {
  return convex(clouds[name]().flat()).toJSON();
}
