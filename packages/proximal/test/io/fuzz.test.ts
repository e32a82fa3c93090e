// Truncated and damaged mesh files are read, or refused with a FileError.
import { expect, it } from 'vitest';
import { forAll } from '../for-all.ts';
import { probe, randomFile, samples } from './fuzz.ts';

// PROXIMAL_IO_FUZZ sets the number of cases, PROXIMAL_SEED the seed.
const cases = Number(process.env['PROXIMAL_IO_FUZZ'] ?? 10_000);
const seed = Number(process.env['PROXIMAL_SEED'] ?? 2026);

it('reads every undamaged sample', () => {
  for (const [name, bytes] of samples) expect(probe(name, bytes), name).toBe('mesh');
});

it('rejects or reads every sample truncated at every byte', () => {
  for (const [name, bytes] of samples) {
    for (let length = 0; length < bytes.length; length++) {
      const outcome = probe(name, bytes.slice(0, length));
      // A truncated STL, PLY or glTF file is read only if it lacks no more than the last word, or whole solids of a text STL.
      if (/stl|ply|glb|gltf/.test(name) && outcome === 'mesh') {
        expect(new TextDecoder().decode(bytes.subarray(length)), `${name} cut at ${length}`).toMatch(
          /^ ?\w*\s*(solid [\s\S]*)?$/,
        );
      }
    }
  }
});

it(`gives a mesh or a FileError for ${cases} damaged files`, { timeout: 3_600_000 }, () => {
  const outcomes = { mesh: 0, refused: 0 };
  let slowest: [milliseconds: number, name: string] = [0, ''];
  forAll({ seed, cases: cases }, (rng, k) => {
    const [name, bytes] = randomFile(rng);
    const start = performance.now();
    try {
      outcomes[probe(name, bytes)]++;
    } catch (error) {
      const shown = Buffer.from(bytes).toString('base64');
      throw new Error(`seed ${seed}, case ${k}, ${name}, base64 ${shown}`, { cause: error });
    }
    const time = performance.now() - start;
    if (time > slowest[0]) slowest = [time, name];
  });
  if (process.env['PROXIMAL_IO_FUZZ']) console.log(seed, outcomes, slowest, process.memoryUsage().rss);
  // Both outcomes must be frequent: a fuzzer whose files are all refused would not test the readers.
  expect(outcomes.mesh).toBeGreaterThan(cases / 50);
  expect(outcomes.refused).toBeGreaterThan(cases / 4);
});
