// What is drawn and can be pushed: the bodies of the scene, and the limbs of robots, which are drawn but do not collide.
import { type Data, forwardKinematics, frameJacobian, framePose, type Model } from 'proximal/dynamics';
import { compose, type Pose, transformPoint } from 'proximal/math';
import type { SimulationPart, StartedSimulation } from 'proximal/sim';
import type { Push } from './protocol.ts';
import type { Limb } from './scene-control.ts';

/** A body of a simulation, or a limb of its robot. */
export interface Figure {
  readonly part: SimulationPart;
  /** The link of the robot; null for a body without a model. */
  readonly link: string | null;
  /** The index among the bodies of the part; −1 for a limb. */
  readonly index: number;
  readonly limb: Limb | null;
}

/** The figures of a simulation: first its bodies, then the limbs of its robots. */
export function figuresOf({ parts }: StartedSimulation, limbs: readonly Limb[]): Figure[] {
  const bodies = parts.flatMap((part) =>
    part.bodies.map((_, index): Figure => {
      return { part, index, link: part.model?.geometries[index].link ?? null, limb: null };
    }),
  );
  const robot = parts.find(({ kind }) => kind === 'robot');
  if (!robot) return bodies;
  const limbFigures = limbs.map((limb): Figure => {
    const owner = parts.find(({ model }) => model?.geometries.some(({ link }) => link === limb.link));
    return { part: owner ?? robot, index: -1, link: limb.link, limb };
  });
  return [...bodies, ...limbFigures];
}

/** A name of a figure that no other figure of its simulation has. */
export function nameOf({ part, index, limb }: Figure): string {
  return limb ? `${limb.link} ${JSON.stringify(limb.placement)}` : `${part.name} ${index}`;
}

/** The poses of figures in the present state. */
export class FigurePoses {
  private readonly data = new Map<Model, Data>();

  constructor(private readonly started: StartedSimulation) {}

  poseOf({ part, index, limb }: Figure): Pose {
    if (!limb) return part.bodies[index].pose;
    const model = part.model as Model;
    return compose(framePose(model, this.dataOf(part, model), limb.link), limb.placement);
  }

  /** The torques Jᵀ w of a force on a figure, for its wrench w at the origin of the link; null for a body without a model. */
  torquesOf(figure: Figure, { point, force }: Push): Float64Array | null {
    const { part, link } = figure;
    const { model, v } = part;
    if (!model || link === null) return null;
    const data = this.dataOf(part, model);
    const origin = framePose(model, data, link);
    const at = transformPoint(this.poseOf(figure), point);
    const arm = at.map((x, k) => x - origin[k]);
    const moment = [1, 2, 0].map((a, k) => arm[a] * force[(k + 2) % 3] - arm[(k + 2) % 3] * force[a]);
    const jacobian = frameJacobian(model, data, link, 'local-world-aligned');
    const torques = new Float64Array(this.started.simulator.nv);
    for (const [row, component] of [...force, ...moment].entries())
      for (let k = 0; k < model.nv; k++) torques[v + k] += component * jacobian[row * model.nv + k];
    return torques;
  }

  /** The kinematics of a model, computed once. */
  private dataOf({ q }: SimulationPart, model: Model): Data {
    const known = this.data.get(model);
    if (known) return known;
    const data = model.createData();
    forwardKinematics(model, data, this.started.simulator.state.q.subarray(q, q + model.nq));
    this.data.set(model, data);
    return data;
  }
}
