// The example `park`: the path leads to the goal, every arc is proven free, and samples of the path touch nothing.
import { certifySceneImpact } from 'proximal/2d';
import { describe, expect, it } from 'vitest';
import { drive, dubinsPaths } from '../examples/planning/dubins.ts';
import { hybridAStar, motionOf, placeOf } from '../examples/planning/hybrid-a-star.ts';
import { drawLot, parkingLot } from '../examples/planning/parking-lot.ts';

describe('npm run example -- park', () => {
  it('parks among 200 obstacles', () => {
    const problem = parkingLot(1);
    const { scene, car, start, goal, margin } = problem;
    expect(scene.bodies.filter(({ shape }) => shape.isBounded).length).toBe(200);
    const path = hybridAStar(problem);
    if (!path) throw new Error('no path was found');
    let pose = start;
    for (const { from, arc, impact } of path.arcs) {
      expect(Math.hypot(from.x - pose.x, from.y - pose.y, from.heading - pose.heading)).toBeLessThan(1e-9);
      expect(certifySceneImpact(scene, placeOf(car, from), motionOf(arc), impact).valid).toBe(true);
      expect(Math.abs(arc.turn)).toBeLessThanOrEqual(Math.abs(arc.distance) / problem.radius + 1e-12);
      for (let k = 0; k < 100; k++) {
        const part = { distance: (arc.distance * k) / 100, turn: (arc.turn * k) / 100 };
        expect(scene.collides(placeOf(car, drive(from, part)), { margin: 0.999 * margin })).toBe(false);
      }
      pose = drive(pose, arc);
    }
    const turn = pose.heading - goal.heading;
    expect(Math.hypot(pose.x - goal.x, pose.y - goal.y)).toBeLessThan(1e-6);
    expect(Math.hypot(Math.sin(turn), Math.cos(turn) - 1)).toBeLessThan(1e-6);
    expect(drawLot(problem, path)).toMatch(/^<svg .*<\/svg>\n$/);
  });

  it('has Dubins paths that end at the goal, forward and in reverse', () => {
    const [from, to] = [
      { x: 0, y: 0, heading: 0.3 },
      { x: 9, y: -7, heading: 2 },
    ];
    for (const isReverse of [false, true]) {
      const paths = dubinsPaths(from, to, 3, isReverse);
      expect(paths.length).toBe(4);
      for (const arcs of paths) {
        const end = arcs.reduce(drive, from);
        expect(Math.hypot(end.x - to.x, end.y - to.y)).toBeLessThan(1e-9);
        expect(Math.cos(end.heading - to.heading)).toBeCloseTo(1, 12);
        expect(arcs.every(({ distance }) => distance < 0 === isReverse)).toBe(true);
      }
    }
  });
});
