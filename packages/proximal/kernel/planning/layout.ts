// The memory of configuration checks: robots whose links are balls, among obstacles. Two configurations are checked at once: numbers that
// depend on the configuration are stored in pairs, one number for each configuration.

/**
 * A robot among obstacles. `joints` to `excluded` are offsets of tables from the start of this block, `frames` to `isPlaced` are offsets of
 * tables from the start of a workspace.
 */
export interface BallCell {
  jointCount: i32;
  linkCount: i32;
  obstacleCount: i32;
  pairCount: i32;
  coordinateCount: i32;
  joints: i32;
  links: i32;
  balls: i32;
  /** Boxes around the obstacles: center and half lengths along the world's axes. */
  boxes: i32;
  obstacles: i32;
  /** Pairs of links that must not touch: two numbers each. */
  pairs: i32;
  /** For each link, a number for each obstacle: 1 if the link may touch it. */
  excluded: i32;
  /** Rotation by rows and position of the world and of each joint: twelve pairs. */
  frames: i32;
  /** The center of the ball around each link: three pairs. */
  linkCenters: i32;
  /** The centers of all balls: three pairs each. */
  centers: i32;
  /** For each link, 1 if the centers of its balls are computed, 0 if not yet. */
  isPlaced: i32;
  /** The least distance of a free configuration, in meters. */
  padding: f64;
  /** The link and the obstacle that touched last. They are tested first, which saves time and does not change the answer. */
  lastLink: i32;
  lastObstacle: i32;
  data: [f64, 0];
}

/** A joint that turns about the z axis of its frame, slides along it, or both. */
export interface CellJoint {
  /** The index of the parent's frame; 0 for the world. */
  parent: i32;
  /** The index of the coordinate. */
  coordinate: i32;
  /** 1 if it turns, 0 if it only slides. */
  isTurning: i32;
  /** The position of the joint is ratio · q + offset, with its coordinate q. */
  ratio: f64;
  offset: f64;
  /** For a joint that turns: the displacement along the axis per radian, in meters. */
  pitch: f64;
  /** The frame at position zero, in the parent's frame: rotation by rows and position. */
  rotation: [f64, 9];
  origin: [f64, 3];
}

/** A link: balls that move with one frame, and have the same excluded obstacles and links. */
export interface BallLink {
  frame: i32;
  /** The index of its first ball, and the number of its balls. */
  first: i32;
  count: i32;
  /** A ball around all of them. */
  around: Ball;
}

export interface Ball {
  center: [f64, 3];
  radius: f64;
}

export interface Obstacle {
  kind: i32;
  center: [f64, 3];
  /** Unit axes in the world, one after the other. */
  axes: [f64, 9];
  /** Half lengths of a box; radius and half length of a cylinder; half length of a capsule. */
  half: [f64, 3];
  /** The radius that is swept over the core, in meters. */
  radius: f64;
}
