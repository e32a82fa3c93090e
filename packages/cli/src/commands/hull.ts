// `proximal hull`: the convex hull of a mesh, as a mesh.
import type { Convex } from 'proximal';
import type { Argv } from 'yargs';
import { defineCommand } from '../command.ts';
import { readInput, standard, writeOutput } from '../files.ts';
import { formats, meshHelp, meshOf, surfaceArea, writerOf } from '../mesh-files.ts';
import { hullOf } from '../shape-argument.ts';
import { labeled, quantity, toJSON } from '../table.ts';
import { print } from '../visible.ts';

function options(yargs: Argv) {
  return yargs
    .positional('file', { type: 'string', demandOption: true, describe: meshHelp })
    .option('out', { type: 'string', alias: 'o', nargs: 1, describe: 'output file: .obj or .stl; - prints OBJ' })
    .option('max-vertices', {
      type: 'number',
      nargs: 1,
      describe: 'simplify to at most this many vertices; the result is inside the full hull',
    })
    .option('format', { choices: formats, describe: 'format of the input, if it cannot be detected' })
    .option('json', { type: 'boolean', default: false, describe: 'machine-readable output' })
    .example('$0 hull scan.ply -o hull.obj', 'the full hull')
    .example('$0 hull scan.ply -o hull.stl --max-vertices 64', 'at most 64 vertices');
}

export const hull = defineCommand({
  command: 'hull <file>',
  describe: 'compute the convex hull of a mesh',
  options,
  handler: async ({ file, out, maxVertices, format, json }) => {
    const write = out === undefined ? undefined : writerOf(out);
    const shape = hullOf(readInput(file), format, maxVertices) as Convex;
    const mesh = meshOf(shape, 'hull');
    if (out !== undefined && write) await writeOutput(out, write([mesh]));
    // Standard output has the hull, so there is no report.
    if (out === standard) return;
    const { vertexCount, faceCount, volume } = shape;
    const area = surfaceArea(mesh);
    print(
      json
        ? toJSON({ vertices: vertexCount, faces: faceCount, volume, surfaceArea: area, out: out ?? null })
        : labeled([
            ['vertices', String(vertexCount)],
            ['faces', String(faceCount)],
            ['volume', quantity(volume, 'm³')],
            ['surface', quantity(area, 'm²')],
            ...(out === undefined ? [] : [['written to', out] as const]),
          ]),
    );
  },
});
