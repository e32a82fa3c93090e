// The regularization of `ccp-newton`, R = α diag(G). The tangents of a contact have the mean of theirs, so that its response to a
// velocity is a projection onto a circular cone. The solver takes R from here, and derivatives of steps its change with G.

/** R_k = α Σ share(k, m) G_mm: the share of row m in that of row k, of a contact's rows t1, t2 and n. */
export function regularizationShare(k: number, m: number): number {
  if (k === 2 || m === 2) return k === m ? 1 : 0;
  return 0.5;
}
