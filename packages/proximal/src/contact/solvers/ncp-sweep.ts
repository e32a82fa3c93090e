// One sweep of Alg. 5 over a sparse problem without over-relaxation: what `sweepOnce` does with `ncpRule`, in one function whose numbers stay
// in registers. It is where walls and heaps spend their time.
import type { Arena } from '../arena.ts';
import type { SparseDelassus } from '../sparse.ts';

/** @param steps step lengths, as `ncpRule` prepares them @returns the largest change, as a velocity */
export function sweepSparseNcp(arena: Arena, sparse: SparseDelassus, steps: Float64Array): number {
  const { contacts, bilateral, lambda, drive, compliance, diagonal, friction, blocks } = arena;
  const { triples, velocity } = sparse;
  const { jacobian, response, starts, firsts, widths, extra } = sparse.blocks;
  const first = Math.floor(bilateral / 3);
  let most = 0;
  for (let contact = 0; contact < contacts; contact++) {
    const triple = triples[first + contact];
    const at = bilateral + 3 * contact;
    const lx = lambda[at];
    const ly = lambda[at + 1];
    const lz = lambda[at + 2];
    let x = extra[3 * triple] * lx;
    let y = extra[3 * triple + 1] * ly;
    let z = extra[3 * triple + 2] * lz;
    for (let block = 2 * triple; block < 2 * triple + 2; block++) {
      let from = starts[block];
      const start = firsts[block];
      if (widths[block] === 6) {
        // A free body: sums in pairs, so that additions need not wait for each other.
        const a = velocity[start];
        const b = velocity[start + 1];
        const c = velocity[start + 2];
        const d = velocity[start + 3];
        const e = velocity[start + 4];
        const f = velocity[start + 5];
        x +=
          jacobian[from] * a +
          jacobian[from + 3] * b +
          (jacobian[from + 6] * c + jacobian[from + 9] * d) +
          (jacobian[from + 12] * e + jacobian[from + 15] * f);
        y +=
          jacobian[from + 1] * a +
          jacobian[from + 4] * b +
          (jacobian[from + 7] * c + jacobian[from + 10] * d) +
          (jacobian[from + 13] * e + jacobian[from + 16] * f);
        z +=
          jacobian[from + 2] * a +
          jacobian[from + 5] * b +
          (jacobian[from + 8] * c + jacobian[from + 11] * d) +
          (jacobian[from + 14] * e + jacobian[from + 17] * f);
        continue;
      }
      for (let j = start; j < start + widths[block]; j++) {
        const v = velocity[j];
        x += jacobian[from] * v;
        y += jacobian[from + 1] * v;
        z += jacobian[from + 2] * v;
        from += 3;
      }
    }
    x += compliance[at] * lx + drive[at];
    y += compliance[at + 1] * ly + drive[at + 1];
    z += compliance[at + 2] * lz + drive[at + 2];
    const normal = Math.max(0, lz - steps[at + 2] * z);
    const dz = normal - lz;
    let tx = lx - steps[at] * (x + blocks[9 * contact + 2] * dz);
    let ty = ly - steps[at] * (y + blocks[9 * contact + 5] * dz);
    const radius = friction[contact] * normal;
    const square = tx * tx + ty * ty;
    // Squares, so that a contact that sticks does not wait for a root.
    if (!(square <= radius * radius)) {
      const scale = radius / Math.sqrt(square);
      tx *= scale;
      ty *= scale;
    }
    const dx = tx - lx;
    const dy = ty - ly;
    if (dx === 0 && dy === 0 && dz === 0) continue;
    lambda[at] = tx;
    lambda[at + 1] = ty;
    lambda[at + 2] = normal;
    most = Math.max(
      most,
      Math.abs(dx) * diagonal[at],
      Math.abs(dy) * diagonal[at + 1],
      Math.abs(dz) * diagonal[at + 2],
    );
    for (let block = 2 * triple; block < 2 * triple + 2; block++) {
      let from = starts[block];
      const end = firsts[block] + widths[block];
      for (let j = firsts[block]; j < end; j++) {
        velocity[j] += response[from] * dx + response[from + 1] * dy + response[from + 2] * dz;
        from += 3;
      }
    }
  }
  return most;
}
