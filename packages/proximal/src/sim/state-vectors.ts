// The vectors of a simulation: the values of all members one after the other. Each member has a view of its own values.
import { freeState } from '../contact/workspace.ts';
import type { Model } from '../dynamics/model.ts';
import type { Member } from './member.ts';

/** The vectors of one member, or of all members. */
export interface MemberVectors {
  /** The configuration: nq numbers. */
  readonly q: Float64Array;
  /** The velocity: nv numbers. */
  readonly v: Float64Array;
  /** The configuration from which a free body moved in the last step, before the correction; unused for other members. */
  readonly start: Float64Array;
  /** The generalized forces of a step, with damping and springs, without actuators, external forces, gravity and contacts. */
  readonly torque: Float64Array;
  /** The velocity after forces, and later after contacts, in the body axes at which contacts are evaluated. */
  readonly next: Float64Array;
  /** The pseudo-velocity of the position correction, in the same axes. */
  readonly shift: Float64Array;
  /** The state of a free body for the kernel: see kernel/contact/layout.ts. */
  readonly state: Float64Array;
  /** One number for each actuator. */
  readonly controls: Float64Array;
}

const names = ['q', 'v', 'start', 'torque', 'next', 'shift', 'state', 'controls'] as const;

/** Vectors of a model that is not part of a simulation yet. */
export function ownVectors({ nq, nv, actuators }: Model): MemberVectors {
  return vectorsOf(nq, nv, 1, actuators.length);
}

/** The vectors of all members, of which each member has a view. */
export class StateVectors {
  readonly all: MemberVectors;
  /** The unconstrained velocities: `next` before contacts. */
  readonly unconstrained: Float64Array;

  /** Copies the members' values into new vectors, of which each member gets a view. */
  constructor(members: readonly Member[]) {
    const size = (of: (model: Model) => number): number => members.reduce((sum, { model }) => sum + of(model), 0);
    const nv = size((model) => model.nv);
    this.all = vectorsOf(
      size((model) => model.nq),
      nv,
      members.length,
      size(({ actuators }) => actuators.length),
    );
    this.unconstrained = new Float64Array(nv);
    const from = { q: 0, v: 0, start: 0, torque: 0, next: 0, shift: 0, state: 0, controls: 0 };
    members.forEach((member, index) => {
      const first = { ...from };
      const part = (name: (typeof names)[number]): Float64Array => {
        const values = member[name];
        const to = from[name] + values.length;
        const view = this.all[name].subarray(from[name], to);
        view.set(values);
        from[name] = to;
        return view;
      };
      const [q, v, start, torque, next, shift, state, controls] = names.map(part);
      member.useVectors(index, { q: first.q, v: first.v }, { q, v, start, torque, next, shift, state, controls });
    });
  }
}

function vectorsOf(nq: number, nv: number, members: number, actuators: number): MemberVectors {
  return {
    q: new Float64Array(nq),
    v: new Float64Array(nv),
    start: new Float64Array(nq),
    torque: new Float64Array(nv),
    next: new Float64Array(nv),
    shift: new Float64Array(nv),
    state: new Float64Array(freeState.size * members),
    controls: new Float64Array(actuators),
  };
}
