// The swept radius of a half-space offsets its plane, but the rounding allowance of the certificate ignored it: for a small body inside, the
// allowance was smaller than the rounding error of the depth.
import { expect, it } from 'vitest';
import { certify, halfspace, penetration, rounded, signedDistance, sphere } from '../../src/index.ts';

it('allows for the rounding of the swept radius', () => {
  const floor = rounded(halfspace(), 0.1698986203354518);
  const speck = sphere(1.3e-5);
  const pose = { position: [1e-6, 2e-6, -3.3e-6] };
  for (const result of [penetration(speck, pose, floor, {}), signedDistance(speck, pose, floor, {})])
    expect(certify(speck, pose, floor, {}, result)).toMatchObject({ valid: true });
});
