// The planning view's stage: both ends of the motion, the obstacles, the search, the path with ghosts, and the robot on it.
import { signal } from '@preact/signals';
import { Box3, Group, Sphere } from 'three';
import { space } from '../model/body.ts';
import { palette } from '../model/palette.ts';
import type { Obstacle } from '../model/planning.ts';
import type { Growth, Nearest, Placed, PlannedMotion, RobotView } from '../planning/protocol.ts';
import type { Label } from './canvas.tsx';
import { drawnGeometry } from './geometry.ts';
import { clear, dot, line, segments } from './marks.ts';
import { RobotFigure, setColor, setOpacity } from './robot-figure.ts';
import { SearchTrees } from './search-trees.ts';
import type { Stage } from './stage.ts';

const colors = {
  start: palette.a,
  goal: palette.b,
  moving: '#cbd5e1',
  obstacle: palette.still,
  chosen: palette.neutral,
};
/** Ghosts between the start and the goal. */
const ghostCount = 6;
/** Obstacles with a larger radius, such as floors, do not count when the camera is placed, and are transparent. */
const largestFramed = 1.5;
/** From behind the robot, which faces x, so that open sides of furniture are seen. */
const viewDirection = [-0.55, -0.9, 0.5];

export type Selection = 'start' | 'goal' | number;
/** The end or the obstacle that handles and keys move. */
export const chosen = signal<Selection>('goal');

export interface PlanningLook {
  readonly robot: RobotView | null;
  readonly start: Placed | null;
  readonly goal: Placed | null;
  readonly obstacles: readonly Obstacle[];
  readonly trees: readonly Growth[];
  readonly motion: PlannedMotion | null;
  readonly isProven: boolean;
  /** The sample of the motion that is shown. */
  readonly index: number;
  readonly padding: number;
  readonly hasTree: boolean;
  readonly hasGhosts: boolean;
}

/** The drawing of everything; groups of obstacles and ends can be picked and moved. */
export class PlanningDrawing {
  readonly figures: Partial<Record<'start' | 'goal' | 'moving', RobotFigure>> = {};
  readonly obstacles = new Group();
  private readonly robots = new Group();
  private readonly ghosts = new Group();
  private readonly marks = new Group();
  private readonly path = new Group();
  private readonly trees: SearchTrees;
  private drawn: PlanningLook | null = null;

  constructor(private readonly stage: Stage) {
    this.trees = new SearchTrees(() => stage.draw());
    stage.content.add(this.obstacles, this.robots, this.ghosts, this.path, this.trees.group, this.marks);
  }

  show(look: PlanningLook, selection: Selection): void {
    const { drawn } = this;
    if (drawn?.robot !== look.robot) this.makeRobot(look.robot);
    if (drawn?.obstacles !== look.obstacles) this.drawObstacles(look.obstacles);
    this.obstacles.children.forEach((group, k) => {
      setColor(group, selection === k ? colors.chosen : colors.obstacle);
    });
    if (drawn?.trees !== look.trees || drawn.hasTree !== look.hasTree)
      this.trees.show(look.hasTree ? look.trees : [], !matchMedia('(prefers-reduced-motion: reduce)').matches);
    const isOther = drawn?.motion !== look.motion || drawn.robot !== look.robot;
    if (isOther || drawn?.hasGhosts !== look.hasGhosts) this.drawGhosts(look);
    if (isOther || drawn?.isProven !== look.isProven) this.drawPath(look);
    this.showEnds(look, selection);
    this.showMoving(look);
    this.drawn = look;
    this.stage.draw();
  }

  /** Frames the robot, the ends and the obstacles around them. */
  frame(): void {
    const box = new Box3();
    for (const figure of Object.values(this.figures)) if (figure.group.visible) box.expandByObject(figure.group);
    for (const group of this.obstacles.children) {
      const groupBox = new Box3().setFromObject(group);
      if (groupBox.getBoundingSphere(new Sphere()).radius < largestFramed) box.union(groupBox);
    }
    if (box.isEmpty()) return;
    const { center, radius } = box.getBoundingSphere(new Sphere());
    this.stage.lookAt({ center: center.toArray(), radius }, false, viewDirection);
    this.stage.setGround(Math.min(0, box.min.z));
  }

  /** What can be chosen by a click. */
  choices(): (readonly [Selection, Group])[] {
    const ends = (['start', 'goal'] as const).flatMap((end) => {
      const { [end]: figure } = this.figures;
      return figure ? [[end, figure.group] as const] : [];
    });
    return [...ends, ...this.obstacles.children.map((group, k) => [k, group as Group] as const)];
  }

  labels(): Label[] {
    const { drawn } = this;
    if (!drawn) return [];
    return (['start', 'goal'] as const).flatMap((end) => {
      const place = drawn[end];
      return place ? [{ text: end, at: place.gripper.slice(0, 3) }] : [];
    });
  }

  dispose(): void {
    this.trees.dispose();
    for (const group of [this.obstacles, this.robots, this.ghosts, this.path, this.marks]) clear(group);
    this.stage.content.clear();
  }

  private makeRobot(robot: RobotView | null): void {
    clear(this.robots);
    for (const name of ['start', 'goal', 'moving'] as const) {
      delete this.figures[name];
      if (!robot) continue;
      const figure = new RobotFigure(robot, { color: colors[name], opacity: 1 }, this.figures.start);
      figure.group.visible = false;
      this.figures[name] = figure;
      this.robots.add(figure.group);
    }
  }

  private drawObstacles(list: readonly Obstacle[]): void {
    const { children } = this.obstacles;
    const isSame =
      list.length === children.length && list.every(({ shape }, k) => shape === this.drawn?.obstacles[k].shape);
    if (!isSame) {
      clear(this.obstacles);
      list.forEach(({ shape }) => {
        const group = drawnGeometry(shape, colors.obstacle, 1, 1);
        const { radius } = new Box3().setFromObject(group).getBoundingSphere(new Sphere());
        if (radius > largestFramed) setOpacity(group, 0.3);
        this.obstacles.add(group);
      });
    }
    list.forEach((obstacle, k) => {
      const pose = space.poseOf(obstacle);
      children[k].position.fromArray(pose);
      children[k].quaternion.fromArray(pose, 3);
    });
  }

  private showEnds(look: PlanningLook, selection: Selection): void {
    for (const end of ['start', 'goal'] as const) {
      const [figure, place] = [this.figures[end], look[end]];
      if (!figure) continue;
      figure.group.visible = place !== null;
      if (!place) continue;
      figure.pose(place.poses);
      const { distance, a, b } = place.nearest;
      const opacity = look.motion ? (selection === end ? 0.45 : 0.3) : selection === end ? 1 : 0.6;
      figure.setLook({ color: colors[end], opacity }, distance <= look.padding ? [a, b] : []);
    }
  }

  private showMoving({ robot, motion, index, start, goal, padding }: PlanningLook): void {
    const figure = this.figures.moving;
    clear(this.marks);
    if (figure && robot) {
      figure.group.visible = motion !== null;
      if (motion) figure.pose(motion.poses, 7 * robot.shapes.length * index);
    }
    if (motion) this.markNearest(motion.nearest[index], padding);
    else for (const place of [start, goal]) if (place) this.markNearest(place.nearest, padding);
  }

  private markNearest({ distance, pointA, pointB }: Nearest, padding: number): void {
    if (!Number.isFinite(distance)) return;
    const color = distance <= padding ? palette.contact : palette.proof;
    this.marks.add(line(pointA, pointB, color, 2), dot(pointA, color, 4), dot(pointB, color, 4));
  }

  private drawGhosts({ robot, motion, hasGhosts }: PlanningLook): void {
    clear(this.ghosts);
    if (!robot || !motion || !hasGhosts) return;
    for (let k = 1; k <= ghostCount; k++) {
      const index = Math.round((k * (motion.times.length - 1)) / (ghostCount + 1));
      const figure = new RobotFigure(robot, { color: mixed(k / (ghostCount + 1)), opacity: 0.13 }, this.figures.start);
      figure.pose(motion.poses, 7 * robot.shapes.length * index);
      this.ghosts.add(figure.group);
    }
  }

  private drawPath({ motion, isProven }: PlanningLook): void {
    clear(this.path);
    if (!motion) return;
    const { gripper } = motion;
    const ends: number[] = [];
    for (let k = 3; k < gripper.length; k += 3) ends.push(...gripper.subarray(k - 3, k), ...gripper.subarray(k, k + 3));
    this.path.add(segments(ends, isProven ? palette.proof : palette.contact, 4));
  }
}

/** The color between those of the start (0) and of the goal (1). */
function mixed(fraction: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [colors.start, colors.goal].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round(from + fraction * (to - from))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
