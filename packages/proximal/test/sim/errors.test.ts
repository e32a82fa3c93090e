// Wrong arguments of simulations: the error names the argument and the remedy, and the state is unchanged.
import { describe, expect, it } from 'vitest';
import { box, halfspace, point } from '../../src/index.ts';
import { freeBody, rollout, rolloutGradient, Simulator } from '../../src/sim/index.ts';

const make = (options: object): Simulator => new Simulator(options as never);
const validOptions = (): object => ({ models: [freeBody(box(1, 1, 1))] });
const derivativesAfterStep = (options: object): unknown => {
  const sim = make(validOptions());
  sim.step();
  return sim.stepDerivatives(options as never);
};

describe('a wrong argument', () => {
  it.each<[name: string, call: () => unknown, message: string]>([
    ['no options', () => make(undefined as never), 'Simulator: options is undefined; give { models, … }'],
    ['no models', () => make({}), 'Simulator: options.models is undefined; give an array of models'],
    ['a shape instead of a model', () => make({ models: [box(1, 1, 1)] }), 'give a model made by ModelBuilder'],
    ['an unknown option', () => make({ ...validOptions(), dt: 1 }), 'options.dt is 1; there is no such option'],
    ['an invalid scene', () => make({ ...validOptions(), scene: {} }), 'options.scene is an object'],
    [
      'an unknown collision',
      () => make({ ...validOptions(), collision: 'exact' }),
      "options.collision is \"exact\"; give 'signed' or 'growth'",
    ],
    [
      'an unknown law of restitution',
      () => make({ ...validOptions(), restitutionLaw: 'poisson' }),
      "options.restitutionLaw is \"poisson\"; give 'dissipative' or 'newton'",
    ],
    [
      'a closureCorrection above 1',
      () => make({ ...validOptions(), closureCorrection: 2 }),
      'options.closureCorrection is 2; give a fraction from 0 to 1',
    ],
    [
      'a negative correctionSpeed',
      () => make({ ...validOptions(), correctionSpeed: -1 }),
      'options.correctionSpeed is -1; give m/s, not negative',
    ],
    [
      'a contactReuse above 1',
      () => make({ ...validOptions(), contactReuse: 2 }),
      'options.contactReuse is 2; give a fraction',
    ],
    [
      'a time step of 0',
      () => make({ ...validOptions(), timeStep: 0 }),
      'options.timeStep is 0; give seconds, above 0',
    ],
    [
      'an unknown solver',
      () => make({ ...validOptions(), solver: 'magic' }),
      'options.solver is "magic"; give one of lcp-pgs',
    ],
    [
      'a negative friction',
      () => make({ ...validOptions(), friction: -1 }),
      'options.friction is -1; give a number from 0',
    ],
    [
      'a restitution above 1',
      () => make({ ...validOptions(), restitution: 2 }),
      'options.restitution is 2; give a number from 0 to 1',
    ],
    ['a baumgarte above 1', () => make({ ...validOptions(), baumgarte: 2 }), 'options.baumgarte is 2; give a fraction'],
    [
      'a number as a flag',
      () => make({ ...validOptions(), selfCollision: 1 }),
      'options.selfCollision is 1; give true or false',
    ],
    [
      'too few torques',
      () => make(validOptions()).step(new Float64Array(2)),
      'Simulator.step: torques is Float64Array [0, 0]',
    ],
    ['an invalid torque', () => make(validOptions()).step(new Float64Array(6).fill(Number.NaN)), 'torques[0] is NaN'],
    ['an invalid state', () => make(validOptions()).setState({ q: new Float64Array(7) }), 'setState: q[3…6] is'],
    ['a half-space with mass', () => freeBody(halfspace()), 'freeBody: shape is a Halfspace; a half-space has no mass'],
    ['a point with mass', () => freeBody(point()), 'it has no volume'],
    ['a negative mass', () => freeBody(box(1, 1, 1), { mass: -1 }), 'options.mass is -1; give kg, above 0'],
    [
      'derivatives before the first step',
      () => make(validOptions()).stepDerivatives(),
      'Simulator.stepDerivatives: no step was made yet; call step() first',
    ],
    [
      'an unknown estimator',
      () => derivativesAfterStep({ estimator: 'magic' }),
      'options.estimator is "magic"; give one of gumbel',
    ],
    [
      'an unknown derivative',
      () => derivativesAfterStep({ withRespectTo: 'a' }),
      'options.withRespectTo is "a"; there is no such',
    ],
    [
      'parameters as text',
      () => derivativesAfterStep({ parameters: 'mass' }),
      'options.parameters is "mass"; give an array',
    ],
    [
      'an unknown parameter',
      () => derivativesAfterStep({ parameters: [{ kind: 'luck' }] }),
      'options.parameters[0] is an object',
    ],
    [
      'an unknown field of a parameter',
      () => derivativesAfterStep({ parameters: [{ kind: 'friction', body: 'body' }] }),
      'options.parameters[0].body is "body"; there is no such option',
    ],
    [
      'the mass of an unknown body',
      () => derivativesAfterStep({ parameters: [{ kind: 'mass', body: 'crate' }] }),
      'options.parameters[0].body is "crate"; there is no such body; links are called body',
    ],
    [
      'the size of an unknown body',
      () => derivativesAfterStep({ parameters: [{ kind: 'size', body: 'crate' }] }),
      'options.parameters[0].body is "crate"; there is no such body',
    ],
    [
      'an invalid rate of friction',
      () => derivativesAfterStep({ parameters: [{ kind: 'friction', rate: 1 }] }),
      'options.parameters[0].rate is 1; give a function of two bodies',
    ],
    [
      'a number as the flag solid',
      () => derivativesAfterStep({ parameters: [{ kind: 'size', body: 'body', solid: 1 }] }),
      'options.parameters[0].solid is 1; give true or false',
    ],
    [
      'a fractional number of samples',
      () => derivativesAfterStep({ randomized: { samples: 1.5 } }),
      'Simulator.stepDerivatives: options.randomized.samples is 1.5',
    ],
    [
      'invalid noise',
      () => derivativesAfterStep({ randomized: { position: -1 } }),
      'options.randomized.position is -1; give a number that is not negative',
    ],
    [
      'samples that do not differ',
      () => derivativesAfterStep({ randomized: { order: 'zeroth', velocity: 0 } }),
      'options.randomized.velocity is 0; give a number above 0',
    ],
    [
      'an unknown order',
      () => derivativesAfterStep({ randomized: { order: 'second' } }),
      `options.randomized.order is "second"; give 'first' or 'zeroth'`,
    ],
    ['a rollout of a number', () => rollout(3 as never, 1), 'rollout: sim is 3; give a Simulator'],
    [
      'a fractional number of steps',
      () => rollout(make(validOptions()), 1.5),
      'rollout: controls is 1.5; give an array',
    ],
    ['steps as text', () => rollout(make(validOptions()), '3' as never), 'rollout: controls is "3"; give an array'],
    [
      'an invalid step',
      () => rollout(make(validOptions()), [[1, 2] as never]),
      'rollout: controls[0] is [1, 2]; give torques as a Float64Array',
    ],
    [
      'torques of another robot',
      () => rollout(make(validOptions()), [new Float64Array(6), new Float64Array(2)]),
      'rollout: controls[1] is Float64Array [0, 0]; give a Float64Array of length 6',
    ],
    [
      'controls of a model without actuators',
      () => rollout(make(validOptions()), [{ controls: new Float64Array(2) }]),
      'rollout: controls[0].controls is Float64Array [0, 0]',
    ],
    [
      'an invalid loss',
      () => rolloutGradient(make(validOptions()), 1, 1 as never),
      'rolloutGradient: loss is 1; give a',
    ],
    [
      'a gradient of the wrong length',
      () => rolloutGradient(make(validOptions()), 1, () => ({ value: 1, q: [1] })),
      "rolloutGradient: the loss's q is [1]; return 7 numbers",
    ],
    [
      'an infinite loss',
      () => rolloutGradient(make(validOptions()), 1, () => ({ value: Infinity })),
      'rolloutGradient: the loss is Infinity',
    ],
    ['an empty name', () => freeBody(box(1, 1, 1), { name: '' }), 'options.name is ""'],
  ])('%s', (_name, call, message) => {
    expect(call).toThrow(message);
  });

  it('refuses the same model twice', () => {
    const body = freeBody(box(1, 1, 1));
    expect(() => make({ models: [body, body] })).toThrow('options.models[1] is a Model; it is in the list twice');
  });

  it('leaves the simulation as it was', () => {
    const sim = make(validOptions());
    const { state } = sim;
    expect(() => rollout(sim, [new Float64Array(6), new Float64Array(2)])).toThrow('controls[1]');
    expect(() => rolloutGradient(sim, 3, () => null, { parameters: [{ kind: 'mass', body: 'x' }] })).toThrow('no such');
    expect(sim.state).toEqual(state);
    expect(sim.report().steps).toBe(0);
  });
});
