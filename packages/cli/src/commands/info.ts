// `proximal info`: describes the content of a file.
import type { Argv } from 'yargs';
import { defineCommand } from '../command.ts';
import { type InputFile, readInput } from '../files.ts';
import { formats, readMeshes } from '../mesh-files.ts';
import { Failure } from '../outcome.ts';
import {
  folderOption,
  loadRobot,
  meshesOption,
  packageFolders,
  packageOption,
  robotFormatOf,
  unsupportedOption,
} from '../robot-files.ts';
import { parse } from '../simulation/source.ts';
import { labeled, quantity, toJSON, vector } from '../table.ts';
import { print } from '../visible.ts';
import { type MeshInfo, meshInfo } from './mesh-info.ts';
import { robotInfo, robotReport } from './robot-info.ts';
import { simulationInfo, simulationReport } from './simulation-info.ts';

function options(yargs: Argv) {
  return yargs
    .positional('file', {
      type: 'string',
      demandOption: true,
      describe: 'a mesh (OBJ, STL, PLY, glTF, COLLADA), a robot (URDF, MJCF) or a simulation; - for standard input',
    })
    .option('format', { choices: formats, describe: 'format of a mesh, if it cannot be detected' })
    .option('package', packageOption)
    .option('folder', folderOption)
    .option('ignore-unsupported', unsupportedOption)
    .option('meshes', meshesOption)
    .option('json', { type: 'boolean', default: false, describe: 'machine-readable output' })
    .example('$0 info cup.obj', 'vertices, bounds, open edges, volume and hull')
    .example('$0 info robot.urdf', 'links, joints, limits, masses and shapes')
    .example('$0 info robot.xml --json', 'the same for an MJCF file, machine-readable')
    .example('$0 info scene.json', 'the bodies and options of a simulation')
    .example('$0 info - --format stl < cup.stl', 'from standard input');
}

export const info = defineCommand({
  command: 'info <file>',
  describe: 'describe a mesh, a robot or a simulation',
  options,
  handler: async ({ file, format, package: packages = [], folder: folders = [], meshes, ignoreUnsupported, json }) => {
    const input = readInput(file);
    const robotFormat = format === undefined ? robotFormatOf(input) : null;
    if (robotFormat !== null) {
      const model = await loadRobot(file, input, robotFormat, {
        packages: packageFolders(packages),
        folders,
        meshes: meshes ? 'convex' : 'skip',
        ignoreUnsupported,
      });
      const found = robotInfo(model, robotFormat);
      print(json ? toJSON(found) : robotReport(found));
      return;
    }
    const jsonFormat = jsonFormatOf(input);
    if (jsonFormat === 'proximal-problem')
      throw new Failure(`${input.name} is a problem file; run proximal query ${input.name}`);
    if (jsonFormat === 'proximal-simulation') {
      const simulation = parse(input);
      print(json ? toJSON(simulationInfo(simulation)) : simulationReport(simulation));
      return;
    }
    const found = readMeshes(input, format).map(meshInfo);
    print(json ? toJSON({ meshes: found }) : found.map(report).join('\n\n'));
  },
});

/** The format that a JSON file of Proximal names, in its first 4096 bytes and before the first nested object. */
function jsonFormatOf({ bytes }: InputFile): string | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, 4096));
  return /^\s*\{[^{]*?"format"\s*:\s*"(proximal-\w+)"/.exec(text)?.[1];
}

function surfaceText({ openEdges, nonManifoldEdges, inconsistentEdges, volume }: MeshInfo): string {
  if (openEdges + nonManifoldEdges > 0)
    return `${openEdges} open edges, ${nonManifoldEdges} shared by more than two triangles`;
  if (inconsistentEdges > 0) return `closed, but at ${inconsistentEdges} edges the two triangles face opposite sides`;
  return volume !== null && volume < 0 ? 'closed, its triangles face inward' : 'closed';
}

function report(mesh: MeshInfo): string {
  const { flatTriangles } = mesh;
  const size = mesh.max.map((value, axis) => value - mesh.min[axis]);
  return labeled([
    ['mesh', mesh.name || 'unnamed'],
    ['vertices', String(mesh.vertices)],
    ['triangles', `${mesh.triangles}${flatTriangles > 0 ? `, ${flatTriangles} of them without area` : ''}`],
    ['bounds', `${vector(mesh.min)} to ${vector(mesh.max)} m`],
    ['size', `${vector(size)} m`],
    ['surface', surfaceText(mesh)],
    ['volume', mesh.volume === null ? 'none, the surface does not enclose one' : quantity(mesh.volume, 'm³')],
    ['convex hull', `${mesh.hullVertices} vertices, ${quantity(mesh.hullVolume, 'm³')}`],
  ]);
}
