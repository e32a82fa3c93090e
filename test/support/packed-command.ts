// The proximal command as installed: packed, and unpacked outside the workspace.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeObj } from 'proximal/io';
import { expect, inject } from 'vitest';
import { removeFolder, temporaryFolder } from './folders.ts';
import { type Output, plainEnvironment, tryNode } from './run.ts';

export interface RunOptions {
  /** The content of standard input. */
  readonly input?: string | Uint8Array;
  readonly environment?: NodeJS.ProcessEnv;
}

export class PackedCommand {
  /** The working directory. */
  readonly folder = temporaryFolder('command');
  /** The program that Node runs. */
  readonly program = join(inject('packed').modules, 'proximal/bin/proximal.mjs');

  path(file: string): string {
    return join(this.folder, file);
  }

  write(file: string, content: string | Uint8Array): void {
    writeFileSync(this.path(file), content);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  lines(file: string): string[] {
    return this.read(file).trimEnd().split('\n');
  }

  /** The files that the command has not completed yet. */
  drafts(): string[] {
    return readdirSync(this.folder).filter((file) => file.endsWith('.tmp'));
  }

  run(...words: string[]): Output {
    return tryNode(this.folder, [this.program, ...words]);
  }

  /** Like `run`, for many short command lines in one process. */
  runAll(lines: readonly (readonly string[])[]): Output[] {
    return runAll(this.folder, this.program, lines);
  }

  /** Like `run`, with the output parsed as JSON. */
  json(...words: string[]): ReturnType<typeof JSON.parse> {
    const { stdout, stderr } = this.run(...words, '--json');
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }

  start(words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    return spawn(process.execPath, [this.program, ...words], { cwd: this.folder, env: plainEnvironment(environment) });
  }

  runWith(words: readonly string[], { input = '', environment = {} }: RunOptions): Promise<Output> {
    const child = this.start(words, environment);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data) => {
      stdout += data;
    });
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    // The program may close its input early.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
  }

  remove(): void {
    removeFolder(this.folder);
  }
}

/**
 * Runs many command lines in one process, since starting a process takes longer than most command lines.
 * @param program `proximal.mjs` of a package or of the clone
 */
export function runAll(
  folder: string,
  program: string,
  lines: readonly (readonly string[])[],
  environment?: NodeJS.ProcessEnv,
): Output[] {
  const args = ['--input-type=module', '--eval', runLines, pathToFileURL(program).href, JSON.stringify(lines)];
  const { status, stdout, stderr } = tryNode(folder, args, environment);
  if (status !== 0) throw new Error(`the command lines ended with ${status}:\n${stdout}\n${stderr}`);
  return JSON.parse(stdout);
}

const runLines = `
  import { readFileSync } from 'node:fs';
  const [program, lines] = process.argv.slice(-2);
  // A different query string in the address imports and runs the command again.
  const [, main] = /await import.'(.*)'/.exec(readFileSync(new URL(program), 'utf8'));
  const own = process.stdout.write.bind(process.stdout);
  const outputs = [];
  process.stdout.setMaxListeners(0);
  for (const words of JSON.parse(lines)) {
    const output = { status: 0, stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) process[name].write = (text) => (output[name] += text) !== '';
    process.argv = [process.execPath, program, ...words];
    process.exitCode = 0;
    await import(new URL(main, program).href + '?' + outputs.length);
    output.status = process.exitCode;
    outputs.push(output);
  }
  process.exitCode = 0;
  own(JSON.stringify(outputs));`;

const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
const quads = [
  [0, 1, 3, 2],
  [4, 6, 7, 5],
  [0, 4, 5, 1],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 5, 7, 3],
];
const triangles = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
/** A cube of side 2, as files. */
export const cube = writeObj({
  name: 'cube',
  vertices: Float64Array.from(corners.flat()),
  triangles: Uint32Array.from(triangles),
});
export const cubePly = [
  ...['ply', 'format ascii 1.0', 'element vertex 8', 'property float x', 'property float y', 'property float z'],
  ...['element face 6', 'property list uchar int vertex_indices', 'end_header'],
  ...corners.map((corner) => corner.join(' ')),
  ...quads.map((quad) => `4 ${quad.join(' ')}\n`),
].join('\n');

/** A box of 0.8 × 0.04 × 2 m on a hinge. */
export const door = `<robot name="door">
  <link name="frame"/>
  <link name="leaf">
    <inertial><origin xyz="0.4 0 1"/><mass value="20"/><inertia ixx="7" iyy="8" izz="1.1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0.4 0 1"/><geometry><box size="0.8 0.04 2"/></geometry></collision>
    <visual><geometry><mesh filename="package://door/leaf.dae"/></geometry></visual>
  </link>
  <joint name="hinge" type="revolute">
    <parent link="frame"/><child link="leaf"/><axis xyz="0 0 1"/><limit lower="0" upper="2" effort="30" velocity="3"/>
  </joint>
</robot>`;

/** A pole on a cart. */
export const cart = `<mujoco model="cart">
  <option timestep="0.01"/>
  <worldbody>
    <body name="cart" pos="0 5 0"><joint name="slide" type="slide" axis="1 0 0" limited="true" range="-2 2"/>
      <geom type="box" size="0.2 0.1 0.05" mass="1"/>
      <body name="pole"><joint name="hinge" type="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.6" size="0.02" mass="0.1"/></body>
    </body>
  </worldbody>
  <actuator><motor name="push" joint="slide"/></actuator>
</mujoco>`;
