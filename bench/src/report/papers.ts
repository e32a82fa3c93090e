// The papers whose experiments are repeated, and where.

export interface Paper {
  readonly title: string;
  /** By benchmark: what of the paper it repeats. */
  readonly repeated: Readonly<Record<string, string>>;
}

export const papers: readonly Paper[] = [
  {
    title: 'Montaut et al., “GJK++: Leveraging Acceleration Methods for Faster Collision Detection”, IEEE T-RO 2024',
    repeated: {
      gjk: 'Tables I and II, Fig. 7 to 11 and 13, Table III of the version of 2023',
      trajectories: 'Fig. 13 on simulated falls into a funnel',
    },
  },
  {
    title: 'Montaut et al., “Differentiable Collision Detection: a Randomized Smoothing Approach”, ICRA 2023',
    repeated: { derivatives: 'Tables I and II, Fig. 5 and 6' },
  },
  {
    title: 'Le Lidec et al., “Contact Models in Robotics: a Comparative Analysis”',
    repeated: { contact: 'Tables II to IV, Fig. 9 to 16', scenes: 'its robots, simulated' },
  },
  {
    title: 'Carpentier and Montaut, “Efficient and versatile differentiable simulator”, AGIMUS D2.1, 2023',
    repeated: {
      contact: 'its Table 1',
      dynamics: 'what its simulator is made of; it prints no numbers',
      sim: 'steps and their derivatives; it prints no numbers',
    },
  },
  {
    title:
      'Thirugnanam and Sreenath, “A Ray Intersection Algorithm for Fast Growth Distance Computation Between Convex Sets”',
    repeated: { growth: 'Fig. 3 to 5, Table III, iterations in the plane', scenes: 'the drop of 50 polytopes' },
  },
  {
    title: 'Gao, “Efficient Incremental Penetration Depth Estimation between Convex Geometries”',
    repeated: { penetration: 'Tables I and II, Fig. 5 and 6' },
  },
  {
    title: 'Zhang et al., “Barycode-based GJK Algorithm”, 2020',
    repeated: { plane: 'Tables I to VI, Fig. 3' },
  },
];

/** The papers that a benchmark is about. */
export function papersOf(benchmark: string): Paper[] {
  return papers.filter(({ repeated }) => benchmark in repeated);
}
