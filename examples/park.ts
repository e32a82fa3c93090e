// A car parks among 200 obstacles, on arcs that are proven free: `npm run example -- park`.
import { certifySceneImpact } from 'proximal/2d';
import { hybridAStar, motionOf, placeOf } from './planning/hybrid-a-star.ts';
import { drawLot, parkingLot } from './planning/parking-lot.ts';
import { save } from './support/save.ts';

const problem = parkingLot(1);
const started = performance.now();
const path = hybridAStar(problem);
const seconds = (performance.now() - started) / 1000;
if (!path) console.log('no path was found');
else {
  const { arcs, nodes, tests } = path;
  const length = arcs.reduce((sum, { arc }) => sum + Math.abs(arc.distance), 0);
  const changes = arcs.filter(({ arc }, k) => k > 0 && arc.distance * arcs[k - 1].arc.distance < 0).length;
  const { scene, car } = problem;
  const isProven = arcs.every(
    ({ from, arc, impact }) => certifySceneImpact(scene, placeOf(car, from), motionOf(arc), impact).valid,
  );
  console.log(
    `${arcs.length} arcs, ${length.toFixed(1)} m, ${changes === 1 ? 'one change' : `${changes} changes`} of gear`,
  );
  console.log(`${nodes} nodes, ${tests} arcs tested against ${scene.bodies.length} bodies in ${seconds.toFixed(2)} s`);
  console.log(`recomputed by certifySceneImpact: ${isProven ? 'every arc is free' : 'not valid'}`);
  save('parking.svg', drawLot(problem, path));
}
