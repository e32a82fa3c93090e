// `proximal decompose`: a mesh in convex parts that cover it, with a proven error.
import { mergeMeshes } from 'proximal/io';
import { type Decomposition, decompose as decomposeMesh } from 'proximal/scene';
import type { Argv } from 'yargs';
import { defineCommand } from '../command.ts';
import { type OutputFile, readInput, standard, writeOutput, writeOutputs } from '../files.ts';
import { formats, meshHelp, meshOf, readMeshes } from '../mesh-files.ts';
import { checked, UsageError } from '../outcome.ts';
import { filesOf } from '../parts-files.ts';
import { decompositionPicture } from '../picture.ts';
import { Progress } from '../progress.ts';
import { labeled, quantity, table, toJSON } from '../table.ts';
import { print, visible } from '../visible.ts';

function options(yargs: Argv) {
  return yargs
    .positional('file', { type: 'string', demandOption: true, describe: meshHelp })
    .option('out', {
      type: 'string',
      alias: 'o',
      nargs: 1,
      describe:
        'where to write the parts: .obj (an object each), .stl (a solid each), .json (a compound), .glb or .gltf (colored), .urdf (with a mesh file each); - prints OBJ',
    })
    .option('preview', {
      type: 'string',
      nargs: 1,
      describe: 'a picture of the mesh, the parts and the parts moved apart: a .png file',
    })
    .option('max-parts', { type: 'number', nargs: 1, describe: 'largest number of parts; default: 32' })
    .option('tolerance', {
      type: 'number',
      nargs: 1,
      describe: 'stop when the error is below this, in meters; default: a hundredth of the diagonal',
    })
    .option('max-vertices', {
      type: 'number',
      nargs: 1,
      describe: 'largest number of vertices of a part; default: no limit',
    })
    .option('fill-cavities', { type: 'boolean', default: false, describe: 'let parts fill closed cavities' })
    .option('format', { choices: formats, describe: 'format of the input, if it cannot be detected' })
    .option('json', { type: 'boolean', default: false, describe: 'machine-readable output' })
    .example('$0 decompose mug.obj -o parts.obj', 'up to 32 parts')
    .example('$0 decompose mug.obj -o parts.json --max-parts 4 --tolerance 0.02', 'a compound for scenes')
    .example('$0 decompose mug.obj -o mug.urdf --preview mug.png', 'a robot file with its meshes, and a picture');
}

export const decompose = defineCommand({
  command: 'decompose <file>',
  describe: 'decompose a mesh into convex parts',
  options,
  handler: async ({ file, out, preview, maxParts = 32, tolerance, maxVertices, fillCavities, format, json }) => {
    const write = out === undefined ? undefined : filesOf(out);
    if (preview !== undefined && !/\.png$/i.test(preview))
      throw new UsageError(`--preview ${preview}: give a name that ends in .png.`);
    const mesh = mergeMeshes(readMeshes(readInput(file), format));
    if (mesh.triangles.length === 0)
      throw new UsageError(`${file} has no triangles; the command hull computes the hull of a point cloud.`);
    const progress = new Progress();
    const found = checked(() =>
      decomposeMesh(mesh, {
        maxParts,
        ...(tolerance === undefined ? {} : { tolerance }),
        ...(maxVertices === undefined ? {} : { maxVertices }),
        preserve: fillCavities ? 'outside' : 'both',
        onProgress: ({ fraction, parts }) => progress.update(fraction, `${parts} parts`),
      }),
    );
    progress.end();
    const picture = (path: string): OutputFile => ({
      path,
      content: decompositionPicture(
        mesh,
        found.parts.map((part, k) => meshOf(part, `part_${k + 1}`)),
      ),
    });
    const parts = write?.(found, mesh) ?? [];
    const files = [...(preview === undefined ? [] : [picture(preview)]), ...parts];
    if (out === standard) for (const { path, content } of files) await writeOutput(path, content);
    else if (files.length > 0) await writeOutputs(files);
    // Standard output has the parts, so there is no report.
    if (out === standard) {
      for (const notice of found.notices) console.error(visible(notice));
      return;
    }
    const written = parts.map(({ path }) => path);
    print(
      json ? toJSON({ ...summaryOf(found, out, written), preview: preview ?? null }) : report(found, written, preview),
    );
  },
});

function summaryOf(
  { parts, error, uncovered, notices }: Decomposition,
  out: string | undefined,
  files: readonly string[],
): object {
  return {
    parts: parts.map(({ vertexCount, faceCount, volume }) => ({ vertices: vertexCount, faces: faceCount, volume })),
    error,
    uncovered,
    notices,
    out: out ?? null,
    files,
  };
}

function report(
  { parts, error, notices }: Decomposition,
  written: readonly string[],
  preview: string | undefined,
): string {
  const rows = parts.map(({ vertexCount, faceCount, volume }, k) => [
    `part ${k + 1}`,
    String(vertexCount),
    String(faceCount),
    quantity(Number(volume.toPrecision(6)), 'm³'),
  ]);
  const summary = labeled([
    ['parts', String(parts.length)],
    ['proven error', `at most ${quantity(Number(error.toPrecision(6)), 'm')} beyond the mesh`],
    ...notices.map((notice) => ['note', notice] as const),
    // The last file is the one that --out names.
    ...[...written].reverse().map((path, k) => [k === 0 ? 'written to' : '', path] as const),
    ...(preview === undefined ? [] : [['picture', preview] as const]),
  ]);
  return `${summary}\n\n${table(['', 'vertices', 'faces', 'volume'], rows)}`;
}
