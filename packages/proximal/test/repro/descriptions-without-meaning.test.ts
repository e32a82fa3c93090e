// The reference of an unknown joint was ignored, infinite friction and damping made every step fail, the error for an infinite armature
// said that there is none, and a null in the JSON form of a model was not reported as an error of this form.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { readModel, writeModel } from '../../src/dynamics/model-json.ts';

function pendulum(amounts: { readonly [name: string]: number } = {}): ModelBuilder {
  return new ModelBuilder()
    .link('rod', { mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] })
    .joint('hinge', { kind: 'revolute', parent: 'world', child: 'rod', axis: [0, 1, 0], ...amounts });
}

describe('the builder', () => {
  it('refuses the reference of an unknown joint', () => {
    expect(() => pendulum().reference('hing', [1]).build()).toThrow(
      'ModelBuilder.build: a reference: there is no joint "hing"',
    );
    expect([...pendulum().reference('hinge', [1]).build().reference]).toEqual([1]);
  });

  it.each(['armature', 'damping', 'friction'])('refuses an infinite %s', (name) => {
    expect(() => pendulum({ [name]: Infinity })).toThrow(
      `ModelBuilder.joint: joint "hinge": ${name} is Infinity; give a finite number, not negative`,
    );
  });

  it.each(['velocityLimit', 'effortLimit'])('accepts an infinite %s', (name) => {
    expect(pendulum({ [name]: Infinity }).build().nv).toBe(1);
  });
});

it('a null in the JSON form of a model is an error that names it', () => {
  const form = JSON.parse(JSON.stringify(writeModel(pendulum().build())));
  for (const field of ['links', 'joints'])
    expect(() => readModel('test', { ...form, [field]: [null] }, [])).toThrow(
      `test: model.${field}[0] is null; give an array of 2`,
    );
});
