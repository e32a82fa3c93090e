// Dubins paths of a car of bounded curvature, made of an arc, a straight line and an arc (Dubins 1957). Paths of three arcs, which are the shortest
// between some near poses, are left out.

/** Position of the rear axle, in meters, and heading, in radians counter-clockwise. */
export interface CarPose {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

/** An arc of constant curvature: the distance in meters, negative in reverse, and the change of heading in radians. */
export interface Arc {
  readonly distance: number;
  readonly turn: number;
}

/** An angle between 0 and 2π; angles just below 2π count as 0, since they are rounding errors. */
function positive(angle: number): number {
  const full = 2 * Math.PI;
  const rest = ((angle % full) + full) % full;
  return full - rest < 1e-9 ? 0 : rest;
}

/** All paths arc–line–arc of turning radius r from one pose to another, forward or in reverse, shortest first. */
export function dubinsPaths(from: CarPose, to: CarPose, radius: number, isReverse: boolean): Arc[][] {
  // A car in reverse moves like a car of the opposite heading that drives forward.
  const offset = isReverse ? Math.PI : 0;
  const paths: { length: number; arcs: Arc[] }[] = [];
  for (const first of [1, -1]) {
    for (const last of [1, -1]) {
      const center = ({ x, y, heading }: CarPose, side: number): [number, number] => [
        x - side * radius * Math.sin(heading + offset),
        y + side * radius * Math.cos(heading + offset),
      ];
      const [c, d] = [center(from, first), center(to, last)];
      const centerDistance = Math.hypot(d[0] - c[0], d[1] - c[1]);
      // The line is an outer tangent of two circles of the same sense, and an inner tangent otherwise.
      const isInner = first !== last;
      if (isInner && centerDistance < 2 * radius) continue;
      const line = isInner ? Math.sqrt(centerDistance * centerDistance - 4 * radius * radius) : centerDistance;
      const tangentAngle = isInner ? first * Math.asin((2 * radius) / centerDistance) : 0;
      const direction = Math.atan2(d[1] - c[1], d[0] - c[0]) + tangentAngle;
      const start = positive(first * (direction - from.heading - offset));
      const end = positive(last * (to.heading + offset - direction));
      const sign = isReverse ? -1 : 1;
      const arcs = [
        { distance: sign * radius * start, turn: first * start },
        { distance: sign * line, turn: 0 },
        { distance: sign * radius * end, turn: last * end },
      ].filter(({ distance }) => distance !== 0);
      paths.push({ length: radius * (start + end) + line, arcs });
    }
  }
  return paths.sort((p, q) => p.length - q.length).map(({ arcs }) => arcs);
}

/** The pose after an arc. */
export function drive({ x, y, heading }: CarPose, { distance, turn }: Arc): CarPose {
  const half = turn / 2;
  const chord = half === 0 ? distance : (distance * Math.sin(half)) / half;
  return {
    x: x + chord * Math.cos(heading + half),
    y: y + chord * Math.sin(heading + half),
    heading: heading + turn,
  };
}
