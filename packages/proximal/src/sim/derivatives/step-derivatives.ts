// The derivatives of a whole step: of the dynamics, of the solved contact problem and of collision detection, put together.
//
// With a = (v⁺ − v)/Δt the step is M a + b(q, v) = τ − D v + Jᵀλ/Δt, Δt D being part of M (member.ts), and σ = J v⁺ + R λ − c*. So
//   M δv⁺ = M δv − Δt (∂RNEA/∂q δq + (∂RNEA/∂v + D) δv − δτ) + δ(Jᵀ)λ + Jᵀ δλ,
//   δσ    = J δv⁺ + δ(J) v⁺ + R δλ − δc* = (G + R) δλ + B,
// and the law of contact around its solution (modes.ts) gives δλ.
import { outOfRange } from '../../check/argument.ts';
import { contactFrame } from '../../contact/frames.ts';
import { factorMass, solveMass } from '../../dynamics/articulated.ts';
import { moveBodies } from '../../dynamics/bodies.ts';
import { differentiateTorque } from '../../dynamics/rnea-derivatives.ts';
import { cross, dot, type Vec3 } from '../../math/vec3.ts';
import type { DerivativeOptions } from '../../proximity/derivative-options.ts';
import type { Body } from '../../scene/body.ts';
import { actuatorStiffness } from '../actuators.ts';
import type { SimulatedContact } from '../contact-set.ts';
import type { Member, Owner } from '../member.ts';
import type { SimulatorSettings } from '../options.ts';
import type { Rows } from '../rows.ts';
import { contactMotion } from './contact-motion.ts';
import { armOf, changeOf, crossInto, forEachDof, type Side, sidesOf, velocityAt } from './geometry-terms.ts';
import { solveConsistent } from './linear-solve.ts';
import { modeOf, writeEquations } from './modes.ts';
import type { StepRecord } from './record.ts';
import { integrationDerivatives } from './tangent.ts';

/** A matrix of numbers by rows. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/** Derivatives of the state after a step, configurations on their tangent: first nv rows of positions, then nv of velocities. */
export interface StepDerivatives {
  /** By the state before the step, in the same order: 2 nv × 2 nv. */
  readonly dState: Matrix;
  /** By the joints' torques: 2 nv × nv. */
  readonly dTorque: Matrix;
}

export interface StepSystem {
  readonly members: readonly Member[];
  readonly owners: ReadonlyMap<Body, Owner>;
  readonly settings: SimulatorSettings;
  readonly rows: Rows;
  readonly controls: Float64Array;
}

/** All members are placed at the configuration before the step. */
export function differentiateStep(system: StepSystem, record: StepRecord, options: DerivativeOptions): StepDerivatives {
  if (record.bilateral > 0)
    throw outOfRange('stepDerivatives', 'constraints', record.bilateral, 'loop closures have no derivatives yet');
  const work = new Work(system, record);
  work.differentiateDynamics();
  for (const [k, contact] of record.contacts.entries()) work.differentiateContact(contact, 3 * k, options);
  work.differentiateLimits();
  return work.finish();
}

class Work {
  private readonly n: number;
  /** Columns: δq, δv, δτ. */
  private readonly width: number;
  /** M δv⁺ without Jᵀ δλ, then δv⁺: n × width. */
  private readonly push: Float64Array;
  /** δσ without what δv⁺ brings: rows × width. */
  private readonly change: Float64Array;
  /** Of each member: velocities of the bodies at v⁺ and at v, six numbers per joint. */
  private readonly after: Float64Array[] = [];
  private readonly before: Float64Array[] = [];

  constructor(
    private readonly system: StepSystem,
    private readonly record: StepRecord,
  ) {
    this.n = record.v.length;
    this.width = 3 * this.n;
    this.push = new Float64Array(this.n * this.width);
    this.change = new Float64Array(system.rows.count * this.width);
  }

  differentiateDynamics(): void {
    const { n, width, push, record } = this;
    const { members, settings, controls } = this.system;
    const { timeStep } = settings;
    let [firstJoint, firstControl] = [0, 0];
    for (const { model, data, firstV, q } of members) {
      const { nv } = model;
      const [v, next] = [record.v.subarray(firstV, firstV + nv), record.next.subarray(firstV, firstV + nv)];
      const acceleration = next.map((x, k) => (x - v[k]) / timeStep);
      const forces = record.externalForces?.subarray(firstJoint, firstJoint + 6 * model.joints.length);
      const { dq, dv, da } = differentiateTorque(model, data, q, v, acceleration, forces);
      const motors = actuatorStiffness(
        model,
        q,
        v,
        controls.subarray(firstControl, firstControl + model.actuators.length),
      );
      for (let i = 0; i < nv; i++) {
        const row = (firstV + i) * width + firstV;
        for (let j = 0; j < nv; j++) {
          push[row + j] = -timeStep * dq[i * nv + j];
          push[row + n + j] = da[i * nv + j] - timeStep * dv[i * nv + j];
        }
        push[row + i] += timeStep * motors.position[i];
        push[row + n + i] += timeStep * (motors.velocity[i] - model.damping[i]);
        push[row + 2 * n + i] = timeStep;
      }
      moveBodies(model, data, v);
      this.before.push(data.velocity.slice());
      moveBodies(model, data, next);
      this.after.push(data.velocity.slice());
      factorMass(model, data);
      firstJoint += 6 * model.joints.length;
      firstControl += model.actuators.length;
    }
  }

  /** δ(J) v⁺ − δc* of a contact's rows, and δ(Jᵀ) λ. */
  differentiateContact(contact: SimulatedContact, row: number, options: DerivativeOptions): void {
    const { n, width, change, record } = this;
    const sides = sidesOf(this.system.owners.get(contact.a), this.system.owners.get(contact.b));
    const geometry = this.geometryOf(contact, sides, options);
    const frame = contactFrame(contact.normal as Vec3);
    const force: Vec3 = [0, 1, 2].map((k) => contact.impulse[k]) as Vec3;
    const ofRows = this.rowChange(contact, sides, geometry, frame, this.after);
    for (let k = 0; k < 3; k++) for (let c = 0; c < n; c++) change[(row + k) * width + c] += ofRows[k * n + c];
    for (const side of sides) this.pushBy(side, contact, geometry, force);
    this.referenceChange(contact, row, sides, geometry, frame, record.before[row + 2]);
  }

  /** How point, normal and gap change with every coordinate: 3 × n, 3 × n and n numbers. */
  private geometryOf(contact: SimulatedContact, sides: readonly Side[], options: DerivativeOptions): Geometry {
    const { n } = this;
    const motion = contactMotion(contact, options);
    const geometry = { point: new Float64Array(3 * n), turn: new Float64Array(3 * n), gap: new Float64Array(n) };
    for (const side of sides) {
      const { member } = side.owner;
      const { axes } = member.data;
      const arm = armOf(side.owner, contact.point);
      forEachDof(side.owner, (dof, coordinate, ratio) => {
        const found = changeOf(motion, side, velocityAt(axes, 6 * dof, arm), axes.subarray(6 * dof + 3, 6 * dof + 6));
        // The frame turns by n × δn.
        const turn = cross(contact.normal as Vec3, found.normal);
        const column = member.firstV + coordinate;
        geometry.gap[column] += ratio * found.gap;
        for (let k = 0; k < 3; k++) {
          geometry.point[k * n + column] += ratio * found.point[k];
          geometry.turn[k * n + column] += ratio * turn[k];
        }
      });
    }
    return geometry;
  }

  /** δ(J) v of the three rows, 3 × n, for the bodies' velocities given. */
  private rowChange(
    contact: SimulatedContact,
    sides: readonly Side[],
    { point, turn }: Geometry,
    frame: Float64Array,
    velocities: readonly Float64Array[],
  ): Float64Array {
    const { n } = this;
    const slip: Vec3 = [0, 0, 0];
    const [bent, relative] = [new Float64Array(3 * n), new Float64Array(6)];
    for (const { owner, sign } of sides) {
      const { member, joint } = owner;
      const { tree } = member.model;
      const velocity = velocities[member.index];
      const arm = armOf(owner, contact.point);
      const own = velocityAt(velocity, 6 * joint, arm);
      const spin: Vec3 = [velocity[6 * joint + 3], velocity[6 * joint + 4], velocity[6 * joint + 5]];
      for (let k = 0; k < 3; k++) slip[k] += sign * own[k];
      for (let c = 0; c < n; c++) {
        const moved = cross(spin, [point[c], point[n + c], point[2 * n + c]]);
        for (let k = 0; k < 3; k++) bent[k * n + c] += sign * moved[k];
      }
      forEachDof(owner, (dof, coordinate, ratio) => {
        const parent = tree.parent[tree.dofJoint[dof]];
        for (let k = 0; k < 6; k++) relative[k] = velocity[6 * joint + k] - (parent < 0 ? 0 : velocity[6 * parent + k]);
        crossInto(member.data.axes, 6 * dof, relative, 0, scratch);
        const moved = velocityAt(scratch, 0, arm);
        for (let k = 0; k < 3; k++) bent[k * n + member.firstV + coordinate] += sign * ratio * moved[k];
      });
    }
    const out = new Float64Array(3 * n);
    for (let c = 0; c < n; c++) {
      const phi: Vec3 = [turn[c], turn[n + c], turn[2 * n + c]];
      for (let k = 0; k < 3; k++) {
        const axis: Vec3 = [frame[3 * k], frame[3 * k + 1], frame[3 * k + 2]];
        out[k * n + c] = dot(cross(phi, axis), slip) + dot(axis, [bent[c], bent[n + c], bent[2 * n + c]]);
      }
    }
    return out;
  }

  /** δ(Jᵀ) λ of one body: its columns turn with the joints before them, and the force moves and turns with the contact. */
  private pushBy({ owner, sign }: Side, contact: SimulatedContact, { point, turn }: Geometry, force: Vec3): void {
    const { n, width, push } = this;
    const { member } = owner;
    const { tree } = member.model;
    const { axes } = member.data;
    const arm = armOf(owner, contact.point);
    const wrench = [...force, ...cross(arm, force)].map((x) => sign * x);
    forEachDof(owner, (i, rowCoordinate, rowRatio) => {
      const row = (member.firstV + rowCoordinate) * width;
      forEachDof(owner, (j, coordinate, ratio) => {
        // Only what is before i, or of its own joint.
        if (j > i && tree.dofJoint[j] !== tree.dofJoint[i]) return;
        crossInto(axes, 6 * j, axes, 6 * i, scratch);
        let work = 0;
        for (let k = 0; k < 6; k++) work += scratch[k] * wrench[k];
        push[row + member.firstV + coordinate] += rowRatio * ratio * work;
      });
      const [linear, angular]: [Vec3, Vec3] = [
        [axes[6 * i], axes[6 * i + 1], axes[6 * i + 2]],
        [axes[6 * i + 3], axes[6 * i + 4], axes[6 * i + 5]],
      ];
      for (let c = 0; c < n; c++) {
        const turned = cross([turn[c], turn[n + c], turn[2 * n + c]], force);
        const moved = cross([point[c], point[n + c], point[2 * n + c]], force);
        const lever = cross(arm, turned);
        const moment: Vec3 = [moved[0] + lever[0], moved[1] + lever[1], moved[2] + lever[2]];
        push[row + c] += sign * rowRatio * (dot(linear, turned) + dot(angular, moment));
      }
    });
  }

  /** −δc*_N: see `normalReference`. */
  private referenceChange(
    contact: SimulatedContact,
    row: number,
    sides: readonly Side[],
    geometry: Geometry,
    frame: Float64Array,
    velocity: number,
  ): void {
    const { n, width, change } = this;
    const { settings, rows } = this.system;
    const { timeStep, baumgarte, allowedPenetration, restingSpeed } = settings;
    const { gap } = contact;
    const at = (row + 2) * width;
    const base = gap > 0 ? -gap / timeStep : (baumgarte / timeStep) * Math.max(0, -gap - allowedPenetration);
    const restitution = settings.restitution(contact.a, contact.b);
    const bounces = -velocity > restingSpeed && -velocity * timeStep >= gap && -restitution * velocity > base;
    if (bounces) {
      const before = this.rowChange(contact, sides, geometry, frame, this.before);
      for (let c = 0; c < n; c++) {
        change[at + c] += restitution * before[2 * n + c];
        change[at + n + c] += restitution * rows.entry(row + 2, c);
      }
      return;
    }
    const slope = gap > 0 ? 1 / timeStep : -gap > allowedPenetration ? baumgarte / timeStep : 0;
    for (let c = 0; c < n; c++) change[at + c] += slope * geometry.gap[c];
  }

  /** A limit's gap is the coordinate itself. */
  differentiateLimits(): void {
    const { n, width, change, record } = this;
    const { rows, settings } = this.system;
    const { timeStep, baumgarte } = settings;
    for (const { row, friction, reference } of record.joints) {
      // Dry friction has no reference.
      if (friction > 0) continue;
      const slope = reference < 0 ? 1 / timeStep : reference > 0 ? baumgarte / timeStep : 0;
      for (let c = 0; c < n; c++) change[(row + 2) * width + c] += slope * rows.entry(row + 2, c);
    }
  }

  finish(): StepDerivatives {
    const { width, push, change, record } = this;
    const { rows, settings } = this.system;
    this.solveMasses();
    const size = rows.count;
    if (size > 0) {
      rows.multiplyInto(push, width, change);
      const delassus = new Float64Array(size * size);
      rows.fillDelassus(delassus);
      for (let k = 0; k < size; k++) delassus[k * size + k] += settings.compliance;
      const [system, right] = [new Float64Array(size * size), new Float64Array(size * width)];
      const frictions = [
        ...record.contacts.map(({ friction }) => friction),
        ...record.joints.map(({ friction }) => friction),
      ];
      frictions.forEach((friction, k) => {
        const mode = modeOf(record.impulses, record.sigma, 3 * k, friction);
        writeEquations(
          mode,
          friction,
          3 * k,
          record.impulses,
          record.sigma,
          delassus,
          size,
          change,
          width,
          system,
          right,
        );
      });
      solveConsistent(system, right, size, width);
      rows.respondInto(right, width, push);
    }
    return this.assemble();
  }

  /** push ← M⁻¹ push, member by member. */
  private solveMasses(): void {
    const { width, push } = this;
    for (const { model, data, firstV } of this.system.members) {
      const column = new Float64Array(model.nv);
      for (let c = 0; c < width; c++) {
        for (let k = 0; k < model.nv; k++) column[k] = push[(firstV + k) * width + c];
        solveMass(model, data, column, 0, column, 0);
        for (let k = 0; k < model.nv; k++) push[(firstV + k) * width + c] = column[k];
      }
    }
  }

  /** δq⁺ from δq and δv⁺. */
  private assemble(): StepDerivatives {
    const { n, width, push, record } = this;
    const { members, settings } = this.system;
    const dState = new Float64Array(4 * n * n);
    const dTorque = new Float64Array(2 * n * n);
    const entry = (row: number, column: number): number => push[row * width + column];
    for (const { model, firstV } of members) {
      const { nv } = model;
      const [byStart, byMotion] = [new Float64Array(nv * nv), new Float64Array(nv * nv)];
      const xi = record.next.slice(firstV, firstV + nv).map((x) => x * settings.timeStep);
      integrationDerivatives(model, xi, byStart, byMotion);
      for (let i = 0; i < nv; i++) {
        const row = firstV + i;
        for (let c = 0; c < width; c++) {
          let moved = 0;
          for (let k = 0; k < nv; k++) moved += settings.timeStep * byMotion[i * nv + k] * entry(firstV + k, c);
          if (c >= firstV && c < firstV + nv) moved += byStart[i * nv + c - firstV];
          if (c < 2 * n) {
            dState[row * 2 * n + c] = moved;
            dState[(n + row) * 2 * n + c] = entry(row, c);
          } else {
            dTorque[row * n + c - 2 * n] = moved;
            dTorque[(n + row) * n + c - 2 * n] = entry(row, c);
          }
        }
      }
    }
    return {
      dState: { rows: 2 * n, columns: 2 * n, values: dState },
      dTorque: { rows: 2 * n, columns: n, values: dTorque },
    };
  }
}

interface Geometry {
  readonly point: Float64Array;
  readonly turn: Float64Array;
  readonly gap: Float64Array;
}

const scratch = new Float64Array(6);
