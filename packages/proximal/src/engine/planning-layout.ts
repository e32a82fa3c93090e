// The memory of configuration checks, for the layers above.

export * from '../../kernel/planning/constants.ts';
export * as Ball from './blocks/ball.ts';
export * as BallCell from './blocks/ball-cell.ts';
export * as BallLink from './blocks/ball-link.ts';
export * as CellJoint from './blocks/cell-joint.ts';
export * as Obstacle from './blocks/obstacle.ts';
