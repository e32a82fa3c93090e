// The content of a robot's file: links with masses and shapes, joints with limits, and notices about parts that are not read.
import { centerOfMass, type Model, type ModelJoint } from 'proximal/dynamics';
import colors from '../colors.ts';
import type { RobotFormat } from '../robot-files.ts';
import { labeled, quantity, table, vector } from '../table.ts';

/** A robot as JSON. */
export function robotInfo(model: Model, format: RobotFormat) {
  const { name, mass, nq, nv, gravity, timeStep, constraints, actuators, notices } = model;
  return {
    name,
    format,
    mass,
    centerOfMass: [...centerOfMass(model, model.createData(), model.reference)],
    nq,
    nv,
    gravity: [...gravity],
    timestep: timeStep,
    links: linksOf(model),
    joints: model.joints.map((joint) => jointInfo(model, joint)),
    constraints: constraints.map(({ name: title, kind }) => ({ name: title, kind })),
    actuators: actuators.map(({ name: title, kind, joint }) => ({ name: title, kind, joint })),
    notices,
  };
}

type RobotInfo = ReturnType<typeof robotInfo>;

function linksOf({ frames, joints, geometries }: Model) {
  const links = frames.filter(({ kind, name }) => kind === 'link' && name !== 'world');
  const kinds = new Map(links.map(({ name }) => [name, [] as string[]]));
  for (const { link, shape } of geometries) kinds.get(link)?.push(shape.kind);
  return links.map(({ name, mass, joint }) => ({
    name,
    mass,
    movedBy: joint < 0 ? null : joints[joint].name,
    shapes: kinds.get(name) ?? [],
  }));
}

function jointInfo(
  { joints, limits, friction, damping }: Model,
  { name, kind, parent, link, q, nq, v, nv, mimic }: ModelJoint,
) {
  const part = (values: Float64Array, from: number, count: number): number[] => [
    ...values.subarray(from, from + count),
  ];
  return {
    name,
    kind,
    parent: parent < 0 ? null : joints[parent].name,
    link,
    lower: part(limits.lower, q, nq),
    upper: part(limits.upper, q, nq),
    velocity: part(limits.velocity, v, nv),
    effort: part(limits.effort, v, nv),
    friction: part(friction, v, nv),
    damping: part(damping, v, nv),
    mimic,
  };
}

/** Notices printed without `--json`; the others are counted. */
const maxNotices = 8;

/** A robot as a printed report. */
export function robotReport(info: RobotInfo): string {
  const { links, joints, notices, timestep } = info;
  const summary = labeled([
    ['robot', `${info.name || 'unnamed'}, ${info.format.toUpperCase()}`],
    ['mass', quantity(info.mass, 'kg')],
    [
      'center of mass',
      `${vector(info.centerOfMass.map((x) => Number(x.toPrecision(6))))} m, in the reference configuration`,
    ],
    ['coordinates', `${info.nq}; degrees of freedom ${info.nv}`],
    ['gravity', `${vector(info.gravity)} m/s²`],
    ...(timestep === null ? [] : [['time step', quantity(timestep, 's')] as const]),
    ...(info.actuators.length > 0 ? [['actuators', countText(info.actuators)] as const] : []),
    ...(info.constraints.length > 0 ? [['closures', countText(info.constraints)] as const] : []),
  ]);
  const linkTable = table(
    ['link', 'mass', 'moved by', 'shapes'],
    links.map(({ name, mass, movedBy, shapes }) => [
      name,
      mass === 0 ? '' : quantity(Number(mass.toPrecision(6)), 'kg'),
      movedBy ?? 'nothing',
      countText(shapes.map((kind) => ({ kind }))),
    ]),
  );
  const jointTable = table(
    ['joint', 'kind', 'lower', 'upper', 'velocity', 'effort', 'mimics'],
    joints.map((joint) => [
      joint.name,
      joint.kind,
      limitText(joint.lower, joint.kind, ''),
      limitText(joint.upper, joint.kind, ''),
      limitText(joint.velocity, joint.kind, '/s'),
      limitText(joint.effort, joint.kind, 'effort'),
      joint.mimic?.joint ?? '',
    ]),
  );
  return [summary, linkTable, ...(joints.length > 0 ? [jointTable] : []), ...noticeReport(notices)].join('\n\n');
}

function countText(items: readonly { readonly kind: string }[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => (count > 1 ? `${count} ${kind}` : kind)).join(', ');
}

/** One number with its unit; empty without a limit or with more than one coordinate. */
function limitText(values: readonly number[], kind: string, suffix: '' | '/s' | 'effort'): string {
  if (values.length !== 1 || !Number.isFinite(values[0])) return '';
  const isLinear = kind === 'prismatic';
  const unit = suffix === 'effort' ? (isLinear ? 'N' : 'N m') : `${isLinear ? 'm' : 'rad'}${suffix}`;
  return quantity(Number(values[0].toPrecision(5)), unit);
}

function noticeReport(notices: RobotInfo['notices']): string[] {
  if (notices.length === 0) return [];
  const shown = [...notices].sort((p, q) => Number(q.level === 'warning') - Number(p.level === 'warning'));
  const lines = shown
    .slice(0, maxNotices)
    .map(({ level, message }) => (level === 'warning' ? `${colors.yellow('warning')} ${message}` : message));
  const rest = notices.length - lines.length;
  return [[...lines, ...(rest > 0 ? [colors.dim(`… and ${rest} more notices: --json has all`)] : [])].join('\n')];
}
