import { Rng } from 'proximal/math';

/** The number of valid documents of a seed that are mutated. */
const perSeed = 500;
/** When this many are kept, those of two seeds, all are dropped. */
const maxKept = 2 * perSeed;

/** Valid documents, generated once per seed and mutated in many ways: generating one takes longer than reading it. */
export class Templates<T> {
  private readonly drawn = new Map<number, T>();

  constructor(private readonly draw: (rng: Rng) => T) {}

  /** One of the seed's documents, which must not be changed. The seed and the random numbers determine it. */
  pick(rng: Rng, seed: number): T {
    const key = seed * perSeed + rng.index(perSeed);
    const known = this.drawn.get(key);
    if (known !== undefined) return known;
    if (this.drawn.size >= maxKept) this.drawn.clear();
    const document = this.draw(randomOf(seed, key % perSeed));
    this.drawn.set(key, document);
    return document;
  }

  /** A new document that no other input uses. */
  fresh(rng: Rng): T {
    return this.draw(rng);
  }
}

/** The random numbers of a case or a document of a seed. */
export function randomOf(seed: number, number: number): Rng {
  return new Rng((seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0);
}
