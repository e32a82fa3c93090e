/** The papers whose experiments are repeated, by the benchmark that repeats them. */
export const papers: Readonly<Record<string, string>> = {
  gjk: 'Montaut et al., “GJK++: Leveraging Acceleration Methods for Faster Collision Detection”, IEEE T-RO 2024',
  derivatives: 'Montaut et al., “Differentiable Collision Detection: a Randomized Smoothing Approach”, ICRA 2023',
  plane: 'Zhang et al., “Barycode-based GJK Algorithm”, 2020',
  growth:
    'Thirugnanam and Sreenath, “A Ray Intersection Algorithm for Fast Growth Distance Computation Between Convex Sets”',
  penetration: 'Gao, “Efficient Incremental Penetration Depth Estimation between Convex Geometries”',
  contact: 'Le Lidec et al., “Contact Models in Robotics: a Comparative Analysis”',
};
