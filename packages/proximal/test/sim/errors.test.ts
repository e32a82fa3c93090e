// Wrong arguments of simulations: named, with a remedy, and nothing changes.
import { describe, expect, it } from 'vitest';
import { box, halfspace, point } from '../../src/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

const make = (options: object): Simulator => new Simulator(options as never);
const models = (): object => ({ models: [freeBody(box(1, 1, 1))] });

describe('a wrong argument', () => {
  it.each<[name: string, call: () => unknown, message: string]>([
    ['no options', () => make(undefined as never), 'Simulator: options is undefined; give { models, … }'],
    ['no models', () => make({}), 'Simulator: options.models is undefined; give an array of models'],
    ['something else', () => make({ models: [box(1, 1, 1)] }), 'give a model made by ModelBuilder'],
    ['an unknown option', () => make({ ...models(), dt: 1 }), 'options.dt is 1; there is no such option'],
    ['a scene that is none', () => make({ ...models(), scene: {} }), 'options.scene is an object'],
    ['no time', () => make({ ...models(), timeStep: 0 }), 'options.timeStep is 0; give seconds, above 0'],
    [
      'an unknown solver',
      () => make({ ...models(), solver: 'magic' }),
      'options.solver is "magic"; give one of lcp-pgs',
    ],
    [
      'less than no friction',
      () => make({ ...models(), friction: -1 }),
      'options.friction is -1; give a number from 0',
    ],
    [
      'too much bounce',
      () => make({ ...models(), restitution: 2 }),
      'options.restitution is 2; give a number from 0 to 1',
    ],
    ['too much correction', () => make({ ...models(), baumgarte: 2 }), 'options.baumgarte is 2; give a share'],
    ['no flag', () => make({ ...models(), selfCollision: 1 }), 'options.selfCollision is 1; give true or false'],
    [
      'too few torques',
      () => make(models()).step(new Float64Array(2)),
      'Simulator.step: torques is a Float64Array of length 2',
    ],
    ['a torque that is none', () => make(models()).step(new Float64Array(6).fill(Number.NaN)), 'torques[0] is NaN'],
    ['a state that is none', () => make(models()).setState({ q: new Float64Array(7) }), 'setState: q[3…6] is'],
    ['a half-space with mass', () => freeBody(halfspace()), 'freeBody: shape is a Halfspace; a half-space has no mass'],
    ['a point with mass', () => freeBody(point()), 'it has no volume'],
    ['a negative mass', () => freeBody(box(1, 1, 1), { mass: -1 }), 'options.mass is -1; give kg, above 0'],
    ['no name', () => freeBody(box(1, 1, 1), { name: '' }), 'options.name is ""'],
  ])('%s', (_name, call, message) => {
    expect(call).toThrow(message);
  });

  it('the same model twice', () => {
    const body = freeBody(box(1, 1, 1));
    expect(() => make({ models: [body, body] })).toThrow('options.models[1] is a Model; it is there already');
  });
});
