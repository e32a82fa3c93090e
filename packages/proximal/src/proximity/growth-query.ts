// A growth query on an engine: writes the inputs, calls the kernel (again with checked poses if it rejects a pose), reads the result.
// Allocates nothing, unless there is a trace.

import type { Engine } from '../engine/engine.ts';
import type { QueryFrame } from '../engine/engine-memory.ts';
import { extendedKernel } from '../engine/extended.ts';
import { Growth } from '../engine/layout.ts';
import type { ShapeRecord } from '../engine/record.ts';
import type { PoseLike } from '../math/pose.ts';
import type { GrowthSettings } from './growth-options.ts';
import { type GrowthResult, readGrowthResult, withdrawBounds } from './growth-result.ts';
import type { GrowthSubject } from './growth-subject.ts';
import { createGrowthTracer } from './growth-trace.ts';
import { writeCheckedPoses } from './poses.ts';
import { writeQuery } from './query.ts';

/** Runs one growth query. `isBoolean`: the ray method ends as soon as both bounds are on one side of 1. */
export function runGrowth(
  engine: Engine,
  where: string,
  subject: GrowthSubject,
  poseA: PoseLike,
  poseB: PoseLike,
  result: GrowthResult,
  isBoolean: boolean,
): void {
  const frame = subject.enter(engine);
  try {
    const w = writeGrowthQuery(engine, frame, where, subject, poseA, poseB);
    const g = frame.growth;
    Growth.setIsBoolean(engine.i32, g, isBoolean ? 1 : 0);
    const work = engine.memory.scratchFor(frame, subject.workSize);
    if (extendedKernel(engine).growthDistance(w, g, work) === 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      extendedKernel(engine).growthDistance(w, g, work);
    }
    readGrowthResult(engine.f64, engine.i32, w, g, result);
    if (!subject.isFinite) withdrawBounds(result);
  } finally {
    engine.leave();
  }
}

/** Whether the shapes touch or overlap, by the ray method; false only if they are proven to be apart. */
export function runGrowthCollide(
  engine: Engine,
  where: string,
  subject: GrowthSubject,
  poseA: PoseLike,
  poseB: PoseLike,
): boolean {
  const frame = subject.enter(engine);
  try {
    const w = writeGrowthQuery(engine, frame, where, subject, poseA, poseB);
    const g = frame.growth;
    let collides = extendedKernel(engine).growthCollide(w, g);
    if (collides < 0) {
      writeCheckedPoses(engine, frame, where, poseA, poseB);
      collides = extendedKernel(engine).growthCollide(w, g);
    }
    return collides === 1;
  } finally {
    engine.leave();
  }
}

/** Writes the inputs of the kernel. */
function writeGrowthQuery(
  engine: Engine,
  frame: QueryFrame,
  where: string,
  subject: GrowthSubject,
  poseA: PoseLike,
  poseB: PoseLike,
): number {
  const w = writeQuery(engine, frame, where, subject, poseA, poseB);
  const { growth, tableA, tableB } = subject;
  frame.records[2] = tableA;
  frame.records[3] = tableB;
  if (tableA && tableB) placeTables(engine, frame, tableA, tableB);
  if (frame.growthSettings !== growth) writeGrowth(engine, frame, growth);
  subject.occupy(engine, frame);
  return w;
}

/** Copies the tables to the kernel's memory. `frame.records` keeps them from eviction during the query. */
function placeTables(engine: Engine, frame: QueryFrame, tableA: ShapeRecord, tableB: ShapeRecord): void {
  const addressA = engine.memory.placeCached(tableA);
  const addressB = engine.memory.placeCached(tableB);
  Growth.setTable(engine.i32, frame.growth, 0, addressA);
  Growth.setTable(engine.i32, frame.growth, 1, addressB);
}

/** Writes the settings. The next query in this frame with the same settings does not write them again, unless there is a trace. */
export function writeGrowth(engine: Engine, frame: QueryFrame, settings: GrowthSettings): void {
  const { i32 } = engine;
  const g = frame.growth;
  Growth.setAlgorithm(i32, g, settings.method.code);
  Growth.setStart(i32, g, settings.warmStart);
  Growth.setAccelerate(i32, g, settings.accelerate ? 1 : 0);
  Growth.setTrace(i32, g, settings.show ? 1 : 0);
  // A trace restarts its step count in each query. Its tracer replaces the one of `frame.settings`, which must then be written again.
  if (settings.show) {
    frame.tracer = createGrowthTracer(engine, frame, settings.show);
    frame.settings = null;
  }
  frame.growthSettings = settings.show ? null : settings;
}
