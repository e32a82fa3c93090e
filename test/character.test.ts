// The character of the examples walks on slopes, steps and platforms.
import { box, type Vec3 } from 'proximal';
import { RigidBody } from 'proximal/sim';
import { describe, expect, it } from 'vitest';
import { type Course, makeCourse, walk } from '../examples/character/course.ts';

const degrees = (angle: number): number => (angle * Math.PI) / 180;
const groundOf = ({ world, character }: Course): string | undefined =>
  character.ground ? world.handleOf(character.ground)?.name : undefined;

describe('a character', () => {
  it('walks up a slope below its limit, at its speed', () => {
    const course = makeCourse(degrees(30), 0.2);
    walk(course, 1, [1.5, 0]);
    expect(course.character.feet[0]).toBeCloseTo(1.5, 2);
    walk(course, 1, [1.5, 0]);
    const [x, , z] = course.character.feet;
    expect(x).toBeCloseTo(3, 2);
    // The capsule's lower ball touches the slope ahead of its center: its lowest point is r (1 / cos a − 1) above the slope.
    expect(z).toBeCloseTo((x - 2) * Math.tan(degrees(30)) + 0.3 * (1 / Math.cos(degrees(30)) - 1), 1);
    expect(groundOf(course)).toBe('hill');
  });

  it('stops at a slope above its limit', () => {
    const course = makeCourse(degrees(60), 0.2);
    walk(course, 4, [1.5, 0]);
    const [x, , z] = course.character.feet;
    expect(x).toBeLessThan(2.2);
    expect(z).toBeLessThan(0.05);
  });

  it('climbs a step, and stops at a higher one', () => {
    const low = makeCourse(degrees(30), 0.2);
    walk(low, 4.5, [1.5, 0]);
    expect(low.character.feet[0]).toBeGreaterThan(6.3);
    expect(low.character.feet[2]).toBeCloseTo(1.2, 2);
    expect(groundOf(low)).toBe('stair');

    const high = makeCourse(degrees(30), 0.4);
    walk(high, 6, [1.5, 0]);
    expect(high.character.feet[0]).toBeLessThan(5.75);
    expect(high.character.feet[2]).toBeCloseTo(1, 1);
    expect(groundOf(high)).toBe('hill');
  });

  it('slides along a wall', () => {
    const course = makeCourse(degrees(30), 0.4);
    walk(course, 5, [1.5, 0.2]);
    const [x, y] = course.character.feet;
    expect(x).toBeLessThan(5.75);
    expect(y).toBeCloseTo(1, 1);
  });

  it('rides a platform without slipping', () => {
    const course = makeCourse(degrees(30), 0.2);
    walk(course, 6, [1.5, 0]);
    expect(groundOf(course)).toBe('platform');
    const offset = (): number[] => course.character.feet.map((value, k) => value - course.platform.pose[k]);
    const before = offset();
    course.platform.setVelocity({ linear: [0, 0.5, 0.25] });
    walk(course, 2, [0, 0]);
    expect(course.platform.pose[1]).toBeCloseTo(1, 6);
    offset().forEach((value, k) => void expect(value).toBeCloseTo(before[k], 2));
    expect(groundOf(course)).toBe('platform');
  });

  it('falls from an edge and lands', () => {
    const course = makeCourse(degrees(30), 0.2);
    walk(course, 2.5, [1.5, 0]);
    walk(course, 3, [0, 1.5]);
    expect(course.character.feet[1]).toBeGreaterThan(2.5);
    expect(course.character.feet[2]).toBeCloseTo(0, 2);
    expect(groundOf(course)).toBe('floor');
  });

  it('pushes a crate', () => {
    const course = makeCourse(degrees(30), 0.2);
    const position: Vec3 = [1, 0, 0.3];
    const crate = course.world.add(box(0.3, 0.3, 0.3), { mass: 5, name: 'crate', pose: { position } });
    expect(crate).toBeInstanceOf(RigidBody);
    walk(course, 1, [1, 0]);
    expect(crate.pose[0]).toBeGreaterThan(1.4);
  });
});
