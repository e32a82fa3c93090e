// Prepared scenes of the views, for links from the start and the lessons.
import { initialShape, space } from './body.ts';
import { current, type Document } from './document.ts';

/** What each example changes in the current document. */
const examples: Readonly<Record<string, (now: Document) => Partial<Document>>> = {
  overlap: () => ({
    view: 'query',
    a: { shape: initialShape(space, 'box'), position: [0, 0, 0], angles: [0, 0, 20] },
    b: { shape: initialShape(space, 'ellipsoid'), position: [1.25, 0.5, 0.35], angles: [20, 30, 0] },
    query: 'signedDistance',
    algorithm: 'auto',
  }),
  growth: () => ({
    view: 'query',
    a: { shape: initialShape(space, 'cylinder'), position: [0, 0, 0], angles: [35, 0, 0] },
    b: { shape: initialShape(space, 'box'), position: [2.6, 0.5, 0.4], angles: [20, 30, 15] },
    query: 'growthDistance',
    algorithm: 'auto',
  }),
  smoothing: ({ settings }) => ({
    view: 'derivatives',
    a: { shape: initialShape(space, 'box'), position: [0, 0, 0], angles: [0, 0, 0] },
    b: { shape: initialShape(space, 'box'), position: [2.6, 0.3, 0.2], angles: [40, 35, 20] },
    settings: { ...settings, derivatives: { ...settings.derivatives, estimator: 'gumbel', noise: 0.1 } },
  }),
  plan: ({ planning }) => ({
    view: 'planning',
    planning: { ...planning, robot: 'arm', scene: 'shelf', obstacles: null, start: [], goal: [] },
  }),
  friction: ({ settings }) => ({
    view: 'simulation',
    settings: { ...settings, simulation: { ...settings.simulation, scene: 'every-model', solver: '' } },
  }),
  walk: ({ settings }) => ({
    view: 'simulation',
    settings: { ...settings, simulation: { ...settings.simulation, scene: 'solo-walks', solver: '' } },
  }),
};

/** The document of an example; throws if there is none with this name. */
export function exampleNamed(name: string): Document {
  if (!Object.hasOwn(examples, name)) {
    throw new RangeError(
      `there is no example '${name.slice(0, 20)}'; the examples are ${Object.keys(examples).join(', ')}`,
    );
  }
  const now = current.value;
  return { ...now, ...examples[name](now) };
}
