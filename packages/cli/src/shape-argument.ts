// Shapes on the command line: `box:0.1,0.2,0.3`, or a mesh file, which stands for its convex hull.
import { existsSync } from 'node:fs';
import { convex, fromJSON, type Shape, type ShapeField, shapeDefinitions } from 'proximal';
import * as plane from 'proximal/2d';
import { type FileFormat, mergeMeshes } from 'proximal/io';
import { type InputFile, readInput } from './files.ts';
import { readMeshes } from './mesh-files.ts';
import { Failure, messageOf, optionMessageOf, UsageError } from './outcome.ts';

export type AnyShape = Shape | plane.Shape;

/** The count of numbers in a field; 0 for fields that only a file can give. */
const numbersIn: Record<ShapeField['type'], number> = {
  length: 1,
  number: 1,
  vector: 3,
  points: 0,
  matrix: 0,
  shape: 0,
};

/** Kinds that can be written in one word, with the names of their numbers: for the help and for messages. */
export function writableKinds(dimension: 2 | 3): string[] {
  return definitionsOf(dimension).map(usageOf);
}

function usageOf({
  kind,
  fields,
}: {
  readonly kind: string;
  readonly fields: readonly { readonly name: string }[];
}): string {
  return `${kind}:${fields.map(({ name }) => name).join(',')}`;
}

function definitionsOf(dimension: 2 | 3) {
  const all = dimension === 3 ? shapeDefinitions() : plane.shapeDefinitions();
  return all.filter(({ make, fields }) => make && fields.every(({ type }) => numbersIn[type] > 0));
}

/** Whether an argument is a shape and not the name of a file. */
export function isShape(argument: string, dimension: 2 | 3): boolean {
  return definitionsOf(dimension).some(({ kind }) => argument === kind || argument.startsWith(`${kind}:`));
}

/** Makes the shape that an argument stands for. */
export function readShape(argument: string, dimension: 2 | 3, format?: FileFormat): AnyShape {
  const colon = argument.indexOf(':');
  const definition =
    colon < 0 ? undefined : definitionsOf(dimension).find(({ kind }) => kind === argument.slice(0, colon));
  if (!definition) {
    rejectMisspelled(argument, dimension);
    return readHull(argument, dimension, format);
  }
  const numbers = readNumbers(argument.slice(colon + 1), `shape ${argument}`);
  const { kind, fields } = definition;
  const wanted = fields.reduce((sum, { type }) => sum + numbersIn[type], 0);
  if (numbers.length !== wanted) {
    throw new UsageError(`${argument}: ${kind} takes ${wanted} numbers: ${usageOf(definition)}, in meters.`);
  }
  const values = fields.map(({ name, type }) => [name, takeField(numbers, type)]);
  try {
    const json = { version: 1 as const, kind, ...Object.fromEntries(values) };
    return dimension === 3 ? fromJSON(json) : plane.fromJSON(json);
  } catch (error) {
    throw new UsageError(`${argument}: ${messageOf((error as Error).cause ?? error)}`);
  }
}

/**
 * Throws for a shape without numbers or an unknown shape, unless a file of that name exists. A single letter before a colon is a drive
 * (`C:\cup.obj`).
 */
function rejectMisspelled(argument: string, dimension: 2 | 3): void {
  const definition = definitionsOf(dimension).find(({ kind }) => kind === argument);
  const isUnknown = /^[A-Za-z]{2,}:[-+.\d,\s]*$/.test(argument);
  if ((!definition && !isUnknown) || existsSync(argument)) return;
  if (definition) throw new UsageError(`${argument} needs its sizes: ${usageOf(definition)}, in meters.`);
  throw new UsageError(`There is no shape ${argument}; there are ${writableKinds(dimension).join(' ')}.`);
}

function takeField(numbers: number[], type: ShapeField['type']): number | number[] {
  const taken = numbers.splice(0, numbersIn[type]);
  return taken.length === 1 ? taken[0] : taken;
}

function readHull(path: string, dimension: 2 | 3, format: FileFormat | undefined): Shape {
  if (dimension === 2) {
    const kinds = writableKinds(2).join(' ');
    throw new UsageError(`${path} is not a 2D shape; give one of ${kinds}, or a problem file.`);
  }
  return hullOf(readInput(path), format);
}

/** The convex hull of everything in a mesh file. */
export function hullOf(file: InputFile, format?: FileFormat, maxVertices?: number): Shape {
  const { vertices } = mergeMeshes(readMeshes(file, format));
  try {
    return convex(vertices, maxVertices === undefined ? {} : { maxVertices });
  } catch (error) {
    throw new Failure(`${file.name}: ${optionMessageOf(error)}`);
  }
}

/** Numbers separated by commas or blanks. */
export function readNumbers(text: string, where: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.map((word) => {
    const value = Number(word);
    if (!Number.isFinite(value)) throw new UsageError(`${where}: '${word}' is not a number.`);
    return value;
  });
}
