import type { BodyOptions } from '../broad/body-options.ts';
import type { Body } from '../scene/body.ts';
import { Scene } from '../scene/scene.ts';
import type { BodyJoint } from './body-joint.ts';
import { BodyJointSet } from './body-joint-set.ts';
import { Clock } from './clock.ts';
import { ContactDetection } from './contact-detection.ts';
import type { ContactSet } from './contact-set.ts';
import { ContinuousCollision } from './continuous.ts';
import { StepStart } from './derivatives/record.ts';
import type { StepDifferentiator } from './derivatives/step-differentiator.ts';
import { ImpulseMemory } from './impulse-memory.ts';
import { type KnownMember, Member, type ShapeOwner } from './member.ts';
import { readSimulatorOptions, type SimulatorOptions, type SimulatorSettings } from './options.ts';
import { createReport, type StepReport } from './report.ts';
import { Resolver } from './resolver.ts';
import { bodyJointParts, StateParts, simulatorParts } from './rollback.ts';
import { Sleep } from './sleep.ts';
import { SpeculativeFilter } from './speculative-filter.ts';
import { StateVectors } from './state-vectors.ts';
import { StopCheck } from './stop-check.ts';
import { Surfaces, withSurfaces } from './surfaces.ts';
import { TimeStep } from './time-step.ts';
import { touchFilter } from './touch-filter.ts';

/** The working data of steps, used by the report and by derivatives. */
interface StepWorkspace {
  readonly joints: BodyJointSet;
  readonly detection: ContactDetection;
  readonly resolver: Resolver;
  readonly timeStep: TimeStep;
  /** Null until derivatives are first requested. */
  differentiator: StepDifferentiator | null;
}

/**
 * The content of a simulator: scene, members, joints between bodies and settings; and the vectors and the workspace of a step, which
 * are replaced after members or joints were added, removed or replaced.
 */
export class SimulatorBase {
  readonly scene: Scene;
  /** @internal */
  settings: SimulatorSettings;
  /** @internal */
  readonly members: Member[];
  /** @internal */
  readonly memory = new ImpulseMemory();
  /** @internal */
  readonly surfaces = new Surfaces();
  /** @internal */
  readonly owners = new Map<Body, ShapeOwner>();
  /** Sleeping is on in worlds, unless their option `sleeping` is false, and off in other simulators. @internal */
  readonly sleep = new Sleep(this.memory, this.owners);
  /** Joints between bodies. @internal */
  readonly bodyJoints: BodyJoint[] = [];
  private vectors: StateVectors;
  /** @internal */
  protected work: StepWorkspace;
  /** The report of the last step. @internal */
  protected readonly current: StepReport;
  /** @internal */
  protected readonly clock: Clock;
  /** The state and the forces at the beginning of the step. @internal */
  protected start: StepStart;
  /** Whether members or joints changed since the vectors were made. */
  private isStale = false;
  /** Whether a step has been made with the present vectors since the state was last set or loaded. @internal */
  protected hasStepped = false;
  /** @internal */
  protected readonly stopCheck = new StopCheck();
  /** Counts the changes of members and joints; a change of options replaces all members. @internal */
  protected memberChanges = 0;
  /** The parts of the state that `save`, `load` and `hash` include. @internal */
  protected readonly parts: StateParts;

  constructor(options: SimulatorOptions);
  /**
   * @param known the entries of a snapshot for each model, whose bodies are in the scene already
   * @param where the class that errors name
   * @internal
   */
  constructor(options: SimulatorOptions, known?: readonly KnownMember[], where?: string);
  constructor(options: SimulatorOptions, known?: readonly KnownMember[], where?: string) {
    const { owners, surfaces } = this;
    this.settings = withSurfaces(readSimulatorOptions(options, where), surfaces, owners);
    const { models, margin } = this.settings;
    this.scene = this.settings.scene ?? new Scene({ margin, filter: touchFilter(() => owners, surfaces) });
    this.scene.bodyIndex.maxPairs = this.settings.maxPairs;
    this.members = models.map((model, k) => new Member(model, this.settings, known?.[k].isKinematic));
    this.members.forEach((member, k) => {
      member.addBodies(this.scene, this.owners, known?.[k].bodies);
    });
    this.vectors = new StateVectors(this.members);
    this.start = new StepStart(this.nq, this.nv, this.controls.length);
    this.work = this.makeWorkspace();
    this.current = createReport(() => this.work.detection.contacts);
    this.clock = new Clock(this.current);
    this.work.timeStep.place();
    const { scene, members, memory, sleep } = this;
    const of = {
      scene,
      owners,
      members,
      memory,
      sleep,
      vectors: () => this.refreshVectors().all,
      clock: () => this.clock,
    };
    this.parts = new StateParts(this, simulatorParts({ ...of, isCompact: () => this.settings.compactState }));
    this.parts.add(...bodyJointParts(this.bodyJoints));
  }

  /** The length of the configuration of all models together. */
  get nq(): number {
    return this.q.length;
  }

  /** The length of the velocity of all models together. */
  get nv(): number {
    return this.v.length;
  }

  /** The controls of the models' actuators, in their order: forces of motors, targets of position and velocity actuators. May be written. */
  get controls(): Float64Array {
    return this.refreshVectors().all.controls;
  }

  /** @internal */
  protected get q(): Float64Array {
    return this.refreshVectors().all.q;
  }

  /** @internal */
  protected get v(): Float64Array {
    return this.refreshVectors().all.v;
  }

  /** Called when members or joints were added, removed or replaced: the next use of the vectors and the workspace makes new ones. */
  private markStale(): void {
    this.memberChanges++;
    this.isStale = true;
    this.sleep.noteChange();
  }

  /** Adds a member at the end, with its bodies. @param options of the bodies @internal */
  protected addMember(member: Member, options?: BodyOptions): readonly Body[] {
    member.addBodies(this.scene, this.owners, undefined, options);
    member.place();
    this.members.push(member);
    this.markStale();
    return member.bodies;
  }

  /** Removes a member with its bodies. All others keep their state, and their impulses except those of bilateral rows. @internal */
  protected removeMember(member: Member): void {
    const index = this.members.indexOf(member);
    for (const body of member.bodies) {
      this.owners.delete(body);
      this.surfaces.remove(body);
      body.remove();
    }
    this.members.splice(index, 1);
    this.markStale();
  }

  /** Adds a joint between bodies. @internal */
  protected addJoint(bodyJoint: BodyJoint): void {
    this.bodyJoints.push(bodyJoint);
    this.disturb(bodyJoint);
    this.markStale();
  }

  /** Removes a joint between bodies, if the simulator has it. @internal */
  protected removeJoint(bodyJoint: BodyJoint): void {
    const index = this.bodyJoints.indexOf(bodyJoint);
    if (index < 0) return;
    this.bodyJoints.splice(index, 1);
    this.disturb(bodyJoint);
    this.markStale();
  }

  /** Wakes the members of a joint. @internal */
  protected disturb({ members }: BodyJoint): void {
    for (const member of members) this.sleep.wake(member);
  }

  /** Changes settings between two steps. All members are replaced by new members with the same bodies and state. @internal */
  protected configure(changes: Pick<SimulatorOptions, 'gravity' | 'timeStep'>): void {
    this.sleep.wakeAll();
    const { models: _models, scene: _scene, ...given } = { ...this.settings.given, ...changes } as SimulatorOptions;
    const models = this.members.map((member) => member.given);
    const settings = readSimulatorOptions({ ...given, models }, this.settings.where);
    this.settings = withSurfaces(settings, this.surfaces, this.owners);
    this.members.forEach((member, k) => {
      this.members[k] = new Member(member.given, this.settings, member.isKinematic);
      this.members[k].replace(member, this.scene, this.owners);
    });
    this.markStale();
  }

  /** The contacts of the last step. @internal */
  protected get contacts(): ContactSet {
    return this.work.detection.contacts;
  }

  /** The sensors that fast bodies have crossed since the last call, each with the body. @internal */
  protected takeCrossings(): ReturnType<ContinuousCollision['takeCrossings']> {
    return this.work.timeStep.takeCrossings();
  }

  /** Whether all members are free bodies. @internal */
  protected get areAllFree(): boolean {
    return this.work.timeStep.areAllFree;
  }

  /** The vectors of the present members. Makes new vectors and a new workspace if members or joints have changed. @internal */
  protected refreshVectors(): StateVectors {
    if (!this.isStale) return this.vectors;
    this.isStale = false;
    const newIndices = new Map(this.members.map((member, k) => [member.index, k]));
    this.memory.renumber((index) => newIndices.get(index));
    this.vectors = new StateVectors(this.members);
    this.start = new StepStart(this.nq, this.nv, this.controls.length);
    this.work = this.makeWorkspace();
    this.hasStepped = false;
    return this.vectors;
  }

  /** @internal */
  protected makeWorkspace(): StepWorkspace {
    const { owners, members, settings, memory, sleep, stopCheck, vectors, bodyJoints } = this;
    const joints = new BodyJointSet([...bodyJoints], vectors.all.state, sleep);
    return {
      joints,
      detection: new ContactDetection(owners, settings, stopCheck.poll, sleep),
      resolver: new Resolver(members, vectors.all.state, settings, memory, joints),
      timeStep: new TimeStep(
        members,
        vectors,
        settings,
        new SpeculativeFilter(members, vectors.all, settings),
        new ContinuousCollision(members, owners, settings, this.surfaces, vectors.all),
        sleep,
      ),
      differentiator: null,
    };
  }
}
