// The second search for the nearest triangle, which starts from a known one, used the lower bound of a triangle as its distance if the
// bound was between the limit for rounding and the known distance.
import { expect, it } from 'vitest';
import { box, convex, distance } from '../../src/index.ts';
import { Scene, triangleMesh } from '../../src/scene/index.ts';

const first = [
  [2.62027645111084, 1.9153547286987305, -1.3179039359092712],
  [2.351168632507324, -2.4623193740844727, -0.4704495221376419],
  [-2.129903793334961, -2.3284127712249756, 0.2565073072910309],
].flat();
const second = [
  [2.9704513549804688, 2.7518997192382812, -3.026435564293183],
  [-0.23690009117126465, 1.8506650924682617, -2.1350737912791145],
  [-1.7654619216918945, -1.0539560317993164, -0.20058525635174607],
].flat();

it('the nearest triangle has the least distance', () => {
  const [body, pose] = [box(1, 0.6, 0.3), { position: [0, 0, 3] }];
  const scene = new Scene({ margin: 50 });
  scene.add(triangleMesh([...first, ...second], [0, 1, 2, 3, 4, 5]), {});
  scene.add(body, pose);
  const [found] = scene.distances({ upTo: 50 });
  const least = Math.min(...[first, second].map((corners) => distance(convex(corners), {}, body, pose).distance));
  expect(found.distance).toBeCloseTo(least, 9);
});
