// A warm start with the status 'unknown' has no direction, and `bodyPenetration` tried no other directions than its own: overlaps became 'unknown'.
import { expect, it } from 'vitest';
import { box, segment } from '../../src/index.ts';
import { bodyPenetration } from '../../src/scene/index.ts';

it('an unknown result as warm start changes no status', () => {
  const far = { shape: box(1, 1, 1), pose: { position: [1e61, 0, 0] } } as const;
  const unknown = bodyPenetration(far, { shape: box(1, 1, 1), pose: {} });
  expect(unknown.status).toBe('unknown');
  const a = { shape: box(1, 0.2, 2), pose: {} };
  const rotation = [-0.5851903019, 0.6879019885, -0.3881635957, 0.1834998302] as const;
  const b = { shape: segment(1), pose: { position: [-0.4222700777, -0.0931960748, -0.3464283994] as const, rotation } };
  expect(bodyPenetration(a, b, unknown)).toMatchObject({ status: 'overlapping', upper: bodyPenetration(a, b).upper });
});
