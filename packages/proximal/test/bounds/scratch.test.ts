import { it } from 'vitest';
import { minimalBall } from '../../src/bounds/minimal-ball.ts';
import { orientedBox } from '../../src/bounds/oriented-box.ts';
import { singularRange, symmetricEigen3 } from '../../src/bounds/matrix3.ts';
import { Rng, transformPoint } from '../../src/math/index.ts';
it('x', () => {
  const rng = new Rng(1);
  const sphere = Float64Array.from(Array.from({ length: 10000 }, () => rng.direction()).flat());
  for (let k = 0; k < 3; k++) {
    let t = performance.now(); const b = minimalBall(sphere); console.log('ball', performance.now() - t, b);
    t = performance.now(); const o = orientedBox(sphere); console.log('box', performance.now() - t, o);
    t = performance.now(); const planes = new Float64Array(40000); for (let i=0;i<10000;i++) planes.set(sphere.subarray(3*i,3*i+3), 4*i);
    const o2 = orientedBox(sphere, planes); console.log('box planes', performance.now() - t, o2);
  }
  console.log(symmetricEigen3([2,1,0,1,2,0,0,0,5]), singularRange([1,0,0,0,1,0,0,0,1]), singularRange([1,2,3,4,5,6,7,8,9]), singularRange([1e-150,0,0,0,-1e-150,0,0,0,1e-150]),singularRange([1,2,3,4,5,6,7,8,9.000000000000002]));
  const q = rng.rotation();
  const corners = [...Array(8).keys()].flatMap((k) => transformPoint({ rotation: q, position: [1,2,3] }, [k & 1, k & 2, (k & 4)*1.5]));
  console.log(orientedBox(Float64Array.from(corners)), minimalBall(Float64Array.from(corners)), Math.sqrt(1+4+36)/2);
  console.log(minimalBall(Float64Array.of(1,2,3)), orientedBox(Float64Array.of(1,2,3)),minimalBall(Float64Array.of(1e308,-1e308,0,-1e308,1e308,0)),minimalBall(Float64Array.of(5e-324,0,0, 0,0,0)));
});
