// The terms of the page, explained in one or two sentences.
export const glossary: Readonly<Record<string, string>> = {
  certificate:
    'A check that recomputes both bounds from the two support functions and the proof in the result alone. It is independent of the algorithm.',
  gap: 'The upper bound minus the lower bound. The true value lies between them.',
  'lower bound':
    'A value that the true answer is proven not to be below, for example from a plane that separates the bodies.',
  'upper bound':
    'A value that the true answer is proven not to exceed, for example the distance between two points of the bodies.',
  core: 'A shape without its swept radius. A sphere is a point with a radius, a capsule a segment with a radius; algorithms work on the cores.',
  growth: 'The factor by which both bodies are scaled about their centers until they touch: below 1 they overlap.',
  witness: 'The two points, one of each body, between which a distance or a depth is measured.',
  'point of A': 'The witness point of A: the nearest point to B, or the deepest one in an overlap.',
  'point of B': 'The witness point of B: the nearest point to A, or the deepest one in an overlap.',
  normal: 'The unit vector from A to B along the distance or the depth.',
  simplex: 'The one to four support points that the algorithm keeps. The nearest point is a combination of them.',
  direction: 'The direction in which the algorithm computes the farthest point of the Minkowski difference.',
  'support point': 'The farthest point of a shape, or of the Minkowski difference, in a direction.',
  'support calls':
    'How often the farthest point of a pair of shapes in a direction was computed: the cost that does not depend on the machine.',
  'nearest point':
    'The point of the present simplex nearest to the origin. Its length is an upper bound of the distance.',
  'radius left out': 'The swept radii of the shapes, which the search leaves out and the answer subtracts.',
  status:
    'Whether the bodies are separated, touch or overlap. “Local” marks a depth without a proof that no smaller one exists.',
  residual:
    'How far the solution is from the law of contact: no penetration, no adhesion, friction within the cone and against the motion.',
  'contact solver': 'Whether the solver of the contact impulses has converged to its tolerance.',
  'Minkowski difference':
    'All differences of a point of A and a point of B. The bodies overlap if it contains the origin; its distance from the origin is theirs.',
};
