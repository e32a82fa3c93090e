// Marks of a picture in the plane, in meters with y up, and the constructors with which pictures are written.

export type Point = readonly number[];

/** What a mark stands for; the style sheet gives each role its color. */
export type Role = 'a' | 'b' | 'set' | 'contact' | 'proof' | 'simplex' | 'support' | 'quiet' | 'ink';

export interface Mark {
  readonly kind: 'area' | 'line' | 'arrow' | 'dot' | 'text';
  /** An outline, a polyline, the two ends of an arrow, or one point. */
  readonly points: readonly Point[];
  readonly role: Role;
  /** Several words are allowed, for example `'ghost dashed'`. */
  readonly style: string;
  readonly text: string;
  /** For texts: the shift in units of the picture, to the right and up. */
  readonly shift: readonly [number, number];
}

/** What a picture shows of the plane: the point at its center, and how many meters fit its height. */
export interface Window {
  readonly center: Point;
  readonly height: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
}

type Style = 'ghost' | 'dashed' | 'thin' | 'hollow' | 'small' | 'large' | 'strong' | 'bare' | 'block' | 'faint' | '';

function mark(kind: Mark['kind'], points: readonly Point[], role: Role, style: string): Mark {
  return { kind, points, role, style, text: '', shift: [0, 0] };
}

/** A filled outline with a border. */
export function area(points: readonly Point[], role: Role, style: Style = ''): Mark {
  return mark('area', points, role, style);
}

export function line(points: readonly Point[], role: Role, style: Style = ''): Mark {
  return mark('line', points, role, style);
}

export function arrow(from: Point, to: Point, role: Role, style: Style = ''): Mark {
  return mark('arrow', [from, to], role, style);
}

export function dot(at: Point, role: Role, style: Style = ''): Mark {
  return mark('dot', [at], role, style);
}

export function text(at: Point, content: string, role: Role, shift: readonly [number, number] = [0, 0]): Mark {
  return { ...mark('text', [at], role, ''), text: content, shift };
}

export const add = (p: Point, q: Point, scale = 1): Point => [p[0] + scale * q[0], p[1] + scale * q[1]];
export const subtract = (p: Point, q: Point): Point => add(p, q, -1);
export const dotProduct = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1];
export const cross = (p: Point, q: Point): number => p[0] * q[1] - p[1] * q[0];
export const length = ([x, y]: Point): number => Math.hypot(x, y);
/** The vector rotated by 90° counterclockwise. */
export const turned = ([x, y]: Point): Point => [-y, x];
export const unit = (p: Point): Point => [p[0] / length(p), p[1] / length(p)];

/** The line through a point perpendicular to a normal, long enough for any picture. */
export function lineAcross(at: Point, normal: Point, role: Role, style: Style = 'dashed', reach = 50): Mark {
  const along = turned(unit(normal));
  return line([add(at, along, -reach), add(at, along, reach)], role, style);
}

/** The band between two parallel lines through two points. */
export function band(from: Point, to: Point, role: Role, reach = 50): Mark {
  const along = turned(unit(subtract(to, from)));
  const corner = (at: Point, side: number): Point => add(at, along, side * reach);
  return area([corner(from, -1), corner(from, 1), corner(to, 1), corner(to, -1)], role, 'bare');
}
