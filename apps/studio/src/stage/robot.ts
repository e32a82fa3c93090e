// The stage of the view Robots: a robot, an obstacle, and lines between what is near each other.
import { Group } from 'three';
import { palette } from '../model/palette.ts';
import { millimeters } from '../parts/table.tsx';
import type { Placed, RobotView } from '../planning/protocol.ts';
import { boxShape } from '../planning/scenes.ts';
import type { Label } from './canvas.tsx';
import { sphereAroundObject } from './framing.ts';
import { drawnGeometry } from './geometry.ts';
import { clear, dot, line } from './marks.ts';
import { RobotFigure } from './robot-figure.ts';
import type { Stage } from './stage.ts';

export interface RobotLook {
  readonly robot: RobotView | null;
  readonly placed: Placed | null;
  /** Half the edge of the obstacle, in meters, and its position; null before it is known. */
  readonly obstacleHalf: number;
  readonly obstacle: readonly number[] | null;
}

export type RobotSelection = 'gripper' | 'obstacle';

export class RobotDrawing {
  private figure: RobotFigure | null = null;
  private readonly robots = new Group();
  private readonly obstacle = new Group();
  private readonly marks = new Group();
  private drawn: RobotLook | null = null;

  constructor(private readonly stage: Stage) {
    stage.content.add(this.robots, this.obstacle, this.marks);
  }

  show(look: RobotLook): void {
    const { robot, placed, obstacle, obstacleHalf } = look;
    if (this.drawn?.robot !== robot) {
      clear(this.robots);
      this.figure = robot && new RobotFigure(robot, { color: palette.a, opacity: 1 });
      if (this.figure) this.robots.add(this.figure.group);
    }
    if (this.drawn?.obstacleHalf !== obstacleHalf) {
      clear(this.obstacle);
      this.obstacle.add(drawnGeometry(boxShape([obstacleHalf, obstacleHalf, obstacleHalf]), palette.b, 1, 1));
    }
    this.obstacle.visible = obstacle !== null;
    if (obstacle) this.obstacle.position.fromArray([...obstacle]);
    clear(this.marks);
    this.robots.visible = placed !== null;
    if (placed) this.showPlaced(placed);
    this.drawn = look;
    this.stage.draw();
  }

  /** Frames the robot and the obstacle. */
  frame(): void {
    const both = new Group();
    const { robots, obstacle, stage } = this;
    both.add(robots, obstacle);
    const { bottom, center, radius } = sphereAroundObject(both);
    stage.content.add(robots, obstacle, this.marks);
    stage.lookAt({ center, radius: 1.1 * radius });
    stage.setGround(bottom);
  }

  labels(): Label[] {
    return (this.drawn?.placed?.clearances ?? []).map(({ distance, pointA, pointB }) => ({
      text: millimeters(distance),
      at: pointA.map((x, k) => (x + pointB[k]) / 2),
    }));
  }

  /** What can be chosen by a click. */
  choices(): readonly (readonly [RobotSelection, Group])[] {
    return [
      ['gripper', this.robots],
      ['obstacle', this.obstacle],
    ];
  }

  dispose(): void {
    for (const group of [this.robots, this.obstacle, this.marks]) clear(group);
    this.stage.content.clear();
  }

  private showPlaced({ poses, clearances }: Placed): void {
    this.figure?.pose(poses);
    const touching = clearances.filter(({ distance }) => distance <= 0).flatMap(({ a, b }) => [a, b]);
    this.figure?.setLook({ color: palette.a, opacity: 1 }, touching);
    for (const { distance, pointA, pointB } of clearances) {
      const color = distance > 0 ? palette.proof : palette.contact;
      this.marks.add(line(pointA, pointB, color, 2), dot(pointA, color, 4), dot(pointB, color, 4));
    }
  }
}
