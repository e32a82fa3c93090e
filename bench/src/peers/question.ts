// What is asked of everyone.

/** The distance with its points, whether two bodies meet, or how deep they overlap. */
export type Question = 'distance' | 'collide' | 'depth';

export const questions: Readonly<Record<Question, string>> = {
  distance: 'Distance with witness points',
  collide: 'Boolean collision',
  depth: 'Penetration depth',
};
