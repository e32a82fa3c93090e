// The lessons, in their order. The code of a lesson is loaded when it is opened.
import type { Lesson } from './lesson.ts';

export interface LessonEntry {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly load: () => Promise<Lesson>;
}

export const lessons: readonly LessonEntry[] = [
  {
    name: 'gjk',
    title: 'GJK: a distance from support points',
    summary: 'How far apart two shapes are, found by a search on their Minkowski difference.',
    load: async () => (await import('./gjk.ts')).gjk,
  },
  {
    name: 'barycodes',
    title: 'Barycodes: three signs choose the simplex',
    summary: 'In the plane, three bits say which vertices of a triangle are nearest to the origin.',
    load: async () => (await import('./barycodes.ts')).barycodes,
  },
  {
    name: 'epa',
    title: 'EPA, and how MPR fails',
    summary: 'The shortest way out of an overlap, beside a method that finds a longer one.',
    load: async () => (await import('./epa.ts')).epa,
  },
  {
    name: 'growth',
    title: 'Growth distance: one ray',
    summary: 'The scale at which two bodies touch, from the point where a ray leaves a set.',
    load: async () => (await import('./growth.ts')).growth,
  },
  {
    name: 'accelerations',
    title: 'Accelerations: momentum beside GJK',
    summary: 'Polyak’s and Nesterov’s momentum on two flat ellipsoids, iteration by iteration.',
    load: async () => (await import('./accelerations.ts')).accelerations,
  },
  {
    name: 'friction',
    title: 'Four contact models on one cube',
    summary: 'LCP, CCP, RaiSim and NCP: the path, the force and the height of a sliding cube.',
    load: async () => (await import('./friction.ts')).frictionModels,
  },
  {
    name: 'smoothing',
    title: 'Smoothing a derivative',
    summary: 'Why the exact derivative of a polygon does not help an optimizer, and how noise changes it.',
    load: async () => (await import('./smoothing.ts')).smoothing,
  },
  {
    name: 'planning',
    title: 'Planning: two trees and a proof',
    summary: 'An arm beside the plane of its configurations, and a path that is proven free.',
    load: async () => (await import('./planning.ts')).planning,
  },
  {
    name: 'walking',
    title: 'Walking: which feet carry the robot',
    summary: 'A quadruped trots in a simulation: its feet, the forces of the ground, and its velocity.',
    load: async () => (await import('./walking.ts')).walkingLesson(),
  },
];

export function lessonNamed(name: string): LessonEntry {
  const found = lessons.find((each) => each.name === name);
  if (found) return found;
  const known = lessons.map((each) => each.name).join(', ');
  throw new RangeError(`there is no lesson '${name.slice(0, 20)}'; the lessons are ${known}`);
}
