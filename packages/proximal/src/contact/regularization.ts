// The regularization of `ccp-newton`, R = α diag(G). The two tangential entries of a contact are averaged, so its response to a velocity is a
// projection onto a circular cone. The solver uses R, and the derivatives of steps use its derivative by G.

/** R_k = α Σ fraction(k, m) G_mm: returns the fraction of row m in R_k, for the rows t1, t2 and n of a contact. */
export function regularizationFraction(k: number, m: number): number {
  if (k === 2 || m === 2) return k === m ? 1 : 0;
  return 0.5;
}
