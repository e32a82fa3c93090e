// Every kind of joint: one line each.
import { continuous } from './continuous.ts';
import { fixed } from './fixed.ts';
import { freeFlyer } from './free-flyer.ts';
import { helical } from './helical.ts';
import type { JointDefinition, JointKind } from './joint.ts';
import { planar } from './planar.ts';
import { prismatic } from './prismatic.ts';
import { revolute } from './revolute.ts';
import { spherical } from './spherical.ts';

export const jointDefinitions: Readonly<Record<JointKind, JointDefinition>> = {
  fixed,
  revolute,
  continuous,
  prismatic,
  helical,
  spherical,
  planar,
  'free-flyer': freeFlyer,
};
