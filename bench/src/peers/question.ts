// What is asked of everyone.

/**
 * The distance with its points, whether two bodies meet, or how deep they overlap; and of ourselves, beside our kernel in C++, the
 * local depth that the incremental method finds from the centers, and the growth distance.
 */
export type Question = 'distance' | 'collide' | 'depth' | 'incremental' | 'growth';

/** Of ours alone: the local depth from what the pair's last query found a small motion ago. */
export type OwnQuestion = Question | 'warm';

export const questions: Readonly<Record<Question, string>> = {
  distance: 'Distance with witness points',
  collide: 'Boolean collision',
  depth: 'Penetration depth',
  incremental: 'Local penetration depth',
  growth: 'Growth distance',
};
