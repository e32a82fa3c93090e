// `proximal hull`: the convex hull of a mesh, as a mesh.
import type { Convex } from 'proximal';
import { writeObj, writeStl } from 'proximal/io';
import type { Argv, CommandModule } from 'yargs';
import { readInput, standard, writeOutput } from '../files.ts';
import { UsageError } from '../outcome.ts';
import { hullOf } from '../shape-argument.ts';
import { labelled, quantity, toJSON } from '../table.ts';
import { formats } from './info.ts';

function options(yargs: Argv) {
  return yargs
    .positional('file', { type: 'string', demandOption: true, describe: 'OBJ, STL, PLY or glTF; - for standard input' })
    .option('out', { type: 'string', alias: 'o', nargs: 1, describe: 'where to write it: .obj or .stl; - prints OBJ' })
    .option('max-vertices', { type: 'number', nargs: 1, describe: 'a coarser hull, inside of the whole one' })
    .option('format', { choices: formats, describe: 'of the input, if the content does not tell' })
    .option('json', { type: 'boolean', default: false, describe: 'for machines' })
    .example('$0 hull scan.ply -o hull.obj', 'everything')
    .example('$0 hull scan.ply -o hull.stl --max-vertices 64', 'at most 64 vertices');
}

type HullArguments = ReturnType<ReturnType<typeof options>['parseSync']>;

export const hull: CommandModule<object, HullArguments> = {
  command: 'hull <file>',
  describe: 'the convex hull of a mesh',
  builder: (yargs) => options(yargs) as unknown as Argv<HullArguments>,
  handler: ({ file, out, maxVertices, format, json }) => {
    const write = out === undefined ? undefined : writerOf(out);
    const shape = hullOf(readInput(file), format, maxVertices) as Convex;
    if (out !== undefined && write) writeOutput(out, write(meshOf(shape)));
    // The hull itself has gone to standard output.
    if (out === standard) return;
    const { vertexCount, faceCount, volume, surfaceArea } = measuresOf(shape);
    console.log(
      json
        ? toJSON({ vertices: vertexCount, faces: faceCount, volume, surfaceArea, out: out ?? null })
        : labelled([
            ['vertices', String(vertexCount)],
            ['faces', String(faceCount)],
            ['volume', quantity(volume, 'm³')],
            ['surface', quantity(surfaceArea, 'm²')],
            ...(out === undefined ? [] : [['written to', out] as const]),
          ]),
    );
  },
};

type HullMesh = { name: string; vertices: Float64Array; triangles: Uint32Array };

/** How a file of this name is written. */
function writerOf(path: string): (mesh: HullMesh) => string | Uint8Array {
  if (path === standard || /\.obj$/i.test(path)) return writeObj;
  if (/\.stl$/i.test(path)) return (mesh) => writeStl(mesh);
  throw new UsageError(`--out ${path}: give a name that ends in .obj or .stl, or - for OBJ on standard output.`);
}

/** The hull's faces as triangles around their first corner. */
function meshOf(shape: Convex): HullMesh {
  const vertices = Array.from({ length: shape.vertexCount }, (_, k) => shape.vertex(k)).flat();
  const faces = Array.from({ length: shape.faceCount }, (_, k) => shape.face(k));
  const triangles = faces.flatMap((face) => face.slice(2).flatMap((corner, k) => [face[0], face[k + 1], corner]));
  return { name: 'hull', vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

function measuresOf(shape: Convex) {
  const { vertexCount, faceCount, volume } = shape;
  let surfaceArea = 0;
  const { vertices, triangles } = meshOf(shape);
  for (let k = 0; k < triangles.length; k += 3) {
    const at = (c: number, axis: number): number =>
      vertices[3 * triangles[k + c] + axis] - vertices[3 * triangles[k] + axis];
    const [u, v] = [1, 2].map((c) => [at(c, 0), at(c, 1), at(c, 2)]);
    surfaceArea += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  return { vertexCount, faceCount, volume, surfaceArea };
}
