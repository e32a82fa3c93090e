import { Rng } from 'proximal/math';

/** Documents of a seed that damage begins with. */
const perSeed = 500;
/** Of two seeds at a time: an input is judged after valid documents of others. */
const mostKept = 2 * perSeed;

/** Valid documents, each drawn once for a seed and then damaged in many ways: drawing one takes longer than reading it. */
export class Templates<T> {
  private readonly drawn = new Map<number, T>();

  constructor(private readonly draw: (rng: Rng) => T) {}

  /** One of the seed's documents, which must not be changed. The same for the same seed and random numbers. */
  pick(rng: Rng, seed: number): T {
    const key = seed * perSeed + rng.index(perSeed);
    const known = this.drawn.get(key);
    if (known !== undefined) return known;
    if (this.drawn.size >= mostKept) this.drawn.clear();
    const document = this.draw(randomOf(seed, key % perSeed));
    this.drawn.set(key, document);
    return document;
  }

  /** A document that no other input begins with. */
  fresh(rng: Rng): T {
    return this.draw(rng);
  }
}

/** The random numbers of a case or a document of a seed. */
export function randomOf(seed: number, number: number): Rng {
  return new Rng((seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0);
}
