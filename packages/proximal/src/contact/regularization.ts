// The regularization of `ccp-newton`, R = α diag(G), where G includes the compliance of the problem. The two tangential entries of a
// contact are averaged, so that its response to a velocity is a projection onto a circular cone. The solver uses R, and the derivatives of
// steps use the derivative of R with respect to G.
//
// A simulator also passes triples that are not contacts. In a triple for dry friction or a motor, only the first tangential row moves a
// member; the second tangential row and the normal row have virtual masses of 1 kg (sim/joint-rows.ts). Then R of both tangential rows is
// α (G_jj + 1 kg⁻¹)/2, with the joint's entry G_jj, and R of the normal row is α · 1 kg⁻¹. For a revolute joint, whose G_jj is in
// kg⁻¹ m⁻², this sum depends on the unit of length.

/** R_k = α Σ fraction(k, m) G_mm: returns the fraction of row m in R_k, for the rows t1, t2 and n of a contact. */
export function regularizationFraction(k: number, m: number): number {
  if (k === 2 || m === 2) return k === m ? 1 : 0;
  return 0.5;
}
