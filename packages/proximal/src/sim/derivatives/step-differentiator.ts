// Differentiates steps: by linear equations around a step, or over many trial steps around its start.
import type { Body } from '../../scene/body.ts';
import { forgetPairs, pairRows, resumePairs } from '../../scene/pair-memory.ts';
import type { Scene } from '../../scene/scene.ts';
import type { BodyJointSet } from '../body-joint-set.ts';
import { ContactDetection } from '../contact-detection.ts';
import { ImpulseMemory } from '../impulse-memory.ts';
import type { Member, ShapeOwner } from '../member.ts';
import type { SimulatorSettings } from '../options.ts';
import { createReport } from '../report.ts';
import { Resolver } from '../resolver.ts';
import type { StateVectors } from '../state-vectors.ts';
import type { TimeStep } from '../time-step.ts';
import type { LinearIsland } from './linear-island.ts';
import { Linearizer } from './linearize.ts';
import type { LinearizeOptions } from './linearize-options.ts';
import { differentiateRandomized, type Trial, type TrialSystem } from './randomized.ts';
import { recordOf, type StepRecord } from './record.ts';
import { assemble, type StepDerivatives, type StepMatrices, type StepSettings } from './step-derivatives.ts';

/** The parts of a simulation that the derivatives of its steps use. */
export interface DifferentiatedSystem {
  readonly scene: Scene;
  readonly members: readonly Member[];
  readonly owners: ReadonlyMap<Body, ShapeOwner>;
  readonly settings: SimulatorSettings;
  readonly vectors: StateVectors;
  readonly timeStep: TimeStep;
  readonly joints: BodyJointSet;
}

export class StepDifferentiator {
  private readonly linearizer: Linearizer;
  /** Finds the contacts of trial steps. */
  private readonly trials: ContactDetection;

  constructor(private readonly system: DifferentiatedSystem) {
    const { members, owners, settings } = system;
    this.linearizer = new Linearizer({ members, owners, settings });
    this.trials = new ContactDetection(owners, settings);
  }

  /** @param out memory for the matrices; not used by randomized derivatives */
  differentiate(record: StepRecord, options: StepSettings, out?: StepMatrices): StepDerivatives {
    const { scene, members, vectors } = this.system;
    const { randomized, parameters } = options;
    if (randomized === undefined)
      return assemble(this.linearize(record, options), vectors.all.v.length, parameters.length, out);
    const system: TrialSystem = {
      members,
      trial: (...given) => this.trial(...given),
      differentiate: (each) => this.differentiate(each, { ...options, randomized: undefined }),
    };
    // Trial steps change warm starts: the warm starts of the simulation are restored afterwards.
    const pairs = pairRows(scene);
    try {
      return differentiateRandomized(system, record, options, randomized);
    } finally {
      resumePairs(scene, pairs, (why) => new Error(why));
    }
  }

  /** A step's linear equations, valid until the next call. */
  linearize(record: StepRecord, options: LinearizeOptions): LinearIsland[] {
    return this.linearizer.linearize(record, options);
  }

  /** A trial step with the same torques, forces and controls from another state. The simulation's state is unchanged. */
  private trial(given: StepRecord, q: Float64Array, v: Float64Array): Trial {
    const { vectors, timeStep, joints } = this.system;
    const { bodyJoints } = joints;
    const { all } = vectors;
    const memories = bodyJoints.map(({ memory }) => ({
      ...memory,
      angles: memory.angles.slice(),
      impulse: memory.impulse.slice(),
    }));
    const before = { q: all.q.slice(), v: all.v.slice(), controls: all.controls.slice() };
    try {
      all.controls.set(given.controls);
      all.q.set(q);
      all.v.set(v);
      timeStep.place();
      return this.tryStep({ ...given, q: q.slice(), v: v.slice() });
    } finally {
      all.controls.set(before.controls);
      all.q.set(before.q);
      all.v.set(before.v);
      timeStep.place();
      bodyJoints.forEach((bodyJoint, k) => {
        bodyJoint.recall(memories[k]);
      });
    }
  }

  /** A step with its own contacts, impulses and report. */
  private tryStep(given: StepRecord): Trial {
    const { scene, members, settings, vectors, timeStep, joints } = this.system;
    const { q, v, state } = vectors.all;
    const { contacts } = this.trials;
    const resolver = new Resolver(members, state, settings, new ImpulseMemory(), joints);
    this.trials.forget();
    forgetPairs(scene);
    timeStep.moveFirstHalf(scene, given.firstHalf);
    this.trials.find(scene);
    joints.place();
    timeStep.accelerate(given.torques, given.externalForces);
    timeStep.resolve(
      contacts,
      resolver,
      createReport(() => contacts),
    );
    timeStep.advance(given.q, scene);
    const copy = (values: Float64Array): Float64Array => values.slice();
    const record = recordOf(timeStep.motionFrom(given, copy), members, contacts, resolver, copy);
    return { record, q: q.slice(), v: v.slice() };
  }
}
