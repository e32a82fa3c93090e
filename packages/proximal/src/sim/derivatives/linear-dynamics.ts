// The linearized dynamics of a member: its rows of P, see linear-island.ts.
import { springDerivatives } from '../../dynamics/passive.ts';
import type { LinearIsland } from './linear-island.ts';
import type { PlacedMember } from './placed-member.ts';
import type { StepRecord } from './record.ts';

/** Where the inputs of a member begin in the vectors of the record. */
export interface InputStart {
  /** The index of the first number of its external forces. */
  readonly joint: number;
  /** The index of its first control. */
  readonly control: number;
}

/** The starts of all members, in their order. */
export function inputStarts(all: readonly PlacedMember[]): InputStart[] {
  let joint = 0;
  let control = 0;
  return all.map(({ member: { model } }) => {
    const start = { joint, control };
    joint += 6 * model.joints.length;
    control += model.actuators.length;
    return start;
  });
}

/** Writes −Δt (∂RNEA/∂q δq + D δv), with RNEA at zero velocity, and the derivatives of springs, actuators and drag. */
export function addDynamics(
  { n, width, momentumChange }: LinearIsland,
  placed: PlacedMember,
  record: StepRecord,
  timeStep: number,
  { joint, control }: InputStart,
): void {
  const { model, servos, index } = placed.member;
  const { nv } = model;
  const forces = record.externalForces?.subarray(joint, joint + 6 * model.joints.length);
  const { dq, da } = placed.place(record, timeStep, forces);
  const { q } = placed.partOf(record);
  const saturation = record.saturation[index];
  const controls = record.controls.subarray(control, control + model.actuators.length);
  const motors = saturation.laws.length > 0 ? servos.derivatives(saturation, controls) : null;
  for (let i = 0; i < nv; i++) {
    const row = (placed.first + i) * width + placed.first;
    for (let j = 0; j < nv; j++) momentumChange[row + j] = -timeStep * dq[i * nv + j];
    momentumChange[row + n + i] -= timeStep * model.damping[i];
    if (!motors) continue;
    momentumChange[row + i] += timeStep * motors.position[i];
    momentumChange[row + n + i] += timeStep * motors.velocity[i];
  }
  if (placed.member.isSprung)
    springDerivatives(model, q, (i, j, value) => {
      momentumChange[(placed.first + i) * width + placed.first + j] += timeStep * value;
    });
  const { free, drag } = placed.member;
  if (!free || !drag.isActive) return;
  // Drag damps the whole momentum, M δv included.
  const addMass = (factor: number): void => {
    for (let i = 0; i < nv; i++)
      for (let j = 0; j < nv; j++)
        momentumChange[(placed.first + i) * width + n + placed.first + j] += factor * da[i * nv + j];
  };
  addMass(1);
  drag.dampMomenta(momentumChange, placed.first, width, free.center, timeStep);
  addMass(-1);
}
