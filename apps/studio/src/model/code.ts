// The TypeScript and the command that give what the open view shows.
import type { ShapeJSON } from 'proximal';
import { simulationScenes } from 'proximal/sim';
import { player, simulationFiles } from '../simulation/session.ts';
import { algorithmSets } from './algorithm-sets.ts';
import { type Ambient, type Body, plane, space } from './body.ts';
import { type BodyPair, content, optionsOf, pair, takesGuess, viewState } from './document.ts';
import { distanceRecorders, growthRecorders, type TimedRecorder } from './recorders.ts';
import { warmGuesses } from './warm.ts';

/** Empty texts if there is no code or no command. */
export interface Code {
  readonly typescript: string;
  readonly command: string;
}

const none: Code = { typescript: '', command: '' };

/** The code of the open view. */
export function codeOfView(): Code {
  const { view, settings } = viewState.value;
  if (view === 'query') return queryCode();
  if (view === 'minkowski') return traceCode();
  if (view === 'compare') return comparisonCode();
  if (view === 'derivatives') return derivativeCode();
  if (view === 'simulation') return simulationCode(settings.simulation);
  return none;
}

/** For each query, the field of its result that has the value; '' if the result itself is the value. */
const valueFields: Readonly<Record<string, string>> = {
  distance: 'distance',
  collide: '',
  signedDistance: 'distance',
  penetration: 'depth',
  growthDistance: 'growth',
};

function queryCode(): Code {
  const { query, algorithm, guess } = content.value;
  const options = optionsOf(content.value);
  const read = valueFields[query] ? `result.${valueFields[query]}` : 'result';
  const isWarm = warmGuesses.includes(guess) && takesGuess(query, algorithm);
  const call = isWarm
    ? `const pair = new Pair(a, b, ${literal({ ...options, guess })});\nconst result = pair.${query}(poseA, poseB);`
    : `const result = ${query}(a, poseA, b, poseB${rest(options)});`;
  return {
    typescript: pairText(space, content.value, [isWarm ? 'Pair' : query], `${call}\nconsole.log(${read});`),
    command: queryCommand(space, content.value, { query, ...(isWarm ? {} : options) }),
  };
}

/** The Minkowski view: the chosen algorithm with its trace. */
function traceCode(): Code {
  const { is2D, algorithm, planeAlgorithm } = viewState.value.settings.minkowski;
  const { ambient, algorithms } = algorithmSets[is2D ? 'plane' : 'space'];
  const found = algorithms.find(({ name }) => name === (is2D ? planeAlgorithm : algorithm)) ?? algorithms[0];
  const query = { Distance: 'distance', Depth: 'signedDistance' }[found.group] ?? 'growthDistance';
  const name = found.name.replace(/^growth-/, '');
  const options = is2D ? {} : { algorithm: name, ...(query === 'signedDistance' && { certified: name === 'epa' }) };
  const trace = 'trace: ({ lower, upper }) => console.log(lower, upper)';
  const call = `${query}(a, poseA, b, poseB, ${literal(options, trace)});`;
  const bodies = is2D ? content.value.plane : content.value;
  const { certified: _certified, ...named } = { certified: true, ...options };
  return {
    typescript: pairText(ambient, bodies, [query], call),
    command: queryCommand(ambient, bodies, { query, ...named }),
  };
}

/** The Compare view: the iterations of all algorithms that accept the shapes. */
function comparisonCode(): Code {
  const { family, schedule } = viewState.value.settings.compare;
  const accepts = ({ run }: TimedRecorder): boolean => {
    try {
      run(pair.value);
      return true;
    } catch {
      return false;
    }
  };
  const forms = {
    distance: ['distance', `expert: { schedule: '${schedule}' }`, distanceRecorders(schedule)],
    depth: ['signedDistance', "certified: algorithm === 'epa'", null],
    growth: ['growthDistance', '', growthRecorders],
  } as const;
  const [query, option, recorders] = forms[family];
  const names = recorders
    ? recorders.filter(accepts).map(({ name }) => name.replace(/^growth-/, ''))
    : algorithmSets.space.algorithms.filter(({ isDepthAlgorithm }) => isDepthAlgorithm).map(({ name }) => name);
  const loop = `for (const algorithm of [${names.map((name) => `'${name}'`).join(', ')}] as const) {
  let iterations = 0;
  const trace = (): number => ++iterations;
  ${query}(a, poseA, b, poseB, { algorithm,${option && ` ${option},`} trace });
  console.log(algorithm, iterations);
}`;
  return { typescript: pairText(space, content.value, [query], loop), command: '' };
}

function derivativeCode(): Code {
  const { estimator, noise, samples, seed } = viewState.value.settings.derivatives;
  const isPlain = estimator === 'exact' || estimator === 'finite-difference';
  const smoothing = isPlain ? {} : { noise, noiseOn: 'normal', neighbors: 1, samples, seed };
  const call = `const { distance, normal, pointA, pointB } = differentiate(a, poseA, b, poseB, ${literal({ estimator, ...smoothing })});
console.log(distance, normal, pointA, pointB);`;
  const text = pairText(space, content.value, [], call);
  const imported = `import { differentiate } from 'proximal/derivatives';\n`;
  return {
    typescript: text === '' ? '' : imported + text,
    command: estimator === 'exact' ? withOption(queryCommand(space, content.value, {}), '--derivatives') : '',
  };
}

function withOption(command: string, option: string): string {
  return command && `${command} ${option}`;
}

function simulationCode({ scene, solver, root }: { scene: string; solver: string; root: string }): Code {
  // A controller is not part of a file.
  if (player.opening.value?.control) return none;
  const isOwn = simulationFiles.value.length > 0;
  const name = !isOwn && simulationScenes().some((each) => each.name === scene) ? scene : '';
  const robot = simulationFiles.value.find((file) => /\.(urdf|xml|mjcf)$/i.test(file.name))?.name;
  const read = name
    ? `const simulation = makeSimulation('${name}');`
    : "// Export saves this file.\nconst simulation = readSimulation(readFileSync('simulation.json', 'utf8'));";
  const load = robot?.match(/\.urdf$/i) ? `loadUrdf('${robot}', { root: '${root}' })` : `loadMjcf('${robot}')`;
  const options = solver ? `, options: { ...simulation.options, solver: { solver: '${solver}' } }` : '';
  const lines = [
    ...(name ? [] : ["import { readFileSync } from 'node:fs';"]),
    ...(robot ? [`import { ${load.slice(0, load.indexOf('('))} } from 'proximal/io';`] : []),
    `import { ${name ? 'makeSimulation' : 'readSimulation'}, startSimulation } from 'proximal/sim';`,
    '',
    read,
    `const { simulator } = startSimulation(${options ? `{ ...simulation${options} }` : 'simulation'}${robot ? `, [await ${load}]` : ''});`,
    'for (let k = 0; k < 240; k++) simulator.step();',
    'console.log(simulator.report().kineticEnergy);',
  ];
  const command = `npx proximal simulate ${name && !solver ? name : 'simulation.json'} --seconds 5 --out run.csv`;
  return { typescript: `${lines.join('\n')}\n`, command };
}

/** Lines that make both bodies, and then `body`; the problem file stands for shapes with many points. */
function pairText(ambient: Ambient<unknown>, { a, b }: BodyPair, functions: readonly string[], body: string): string {
  const library = ambient.dimension === 3 ? 'proximal' : 'proximal/2d';
  const shapes = [shapeText(ambient, a.shape), shapeText(ambient, b.shape)];
  if (shapes.some((each) => each === null)) return problemText();
  const made = shapes.map((each) => each?.slice(0, each.indexOf('(')) ?? '');
  const names = [...new Set([...made, ...functions])].sort();
  const poses = [poseText(ambient, a), poseText(ambient, b)];
  const isTurned = poses.some((each) => each.includes('degree'));
  const isEuler = poses.some((each) => each.startsWith('fromEuler'));
  return `${[
    `import { ${names.join(', ')} } from '${library}';`,
    ...(isEuler ? ["import { fromEuler } from 'proximal/math';"] : []),
    '',
    ...(isTurned ? ['const degree = Math.PI / 180;'] : []),
    `const a = ${shapes[0]};`,
    `const poseA = ${poses[0]};`,
    `const b = ${shapes[1]};`,
    `const poseB = ${poses[1]};`,
    '',
    body,
  ].join('\n')}\n`;
}

function problemText(): string {
  return `import { readFileSync } from 'node:fs';
import { answerProblem, readProblem } from 'proximal/problem';

// Export saves this file.
const answer = answerProblem(readProblem(readFileSync('problem.json', 'utf8')));
console.log(answer.value);
`;
}

/** The longest JSON form of a shape in code, in characters. */
const longestShape = 400;

/** A call that makes the shape; null if it would be long. */
function shapeText(ambient: Ambient<unknown>, shape: ShapeJSON): string | null {
  const numbers = numbersOf(ambient, shape);
  if (numbers) return `${shape.kind}(${numbers.map((each) => JSON.stringify(each)).join(', ')})`;
  const text = JSON.stringify(shape);
  return text.length <= longestShape ? `fromJSON(${text})` : null;
}

/** The arguments of the function that makes the shape; null if some are not numbers or vectors. */
function numbersOf({ kinds }: Ambient<unknown>, shape: ShapeJSON): readonly unknown[] | null {
  const fields = kinds.find(({ kind }) => kind === shape.kind)?.fields ?? [];
  const isPlain = fields.every(({ type }) => type === 'length' || type === 'number' || type === 'vector');
  return isPlain ? fields.map(({ name }) => shape[name]) : null;
}

function poseText({ dimension }: Ambient<unknown>, { position, angles }: Body): string {
  const place = `[${position.join(', ')}]`;
  if (angles.every((angle) => angle === 0)) return `{ position: ${place} }`;
  const turns = angles.map((angle) => `${angle} * degree`);
  if (dimension === 2) return `{ position: ${place}, angle: ${turns[0]} }`;
  return `fromEuler(${turns.join(', ')}, 'ZYX', ${place})`;
}

/** An object as source text. */
function literal(object: object, ...members: readonly string[]): string {
  const own = Object.entries(object).map(([name, value]) => `${name}: ${JSON.stringify(value)}`.replaceAll('"', "'"));
  return `{ ${[...own, ...members].join(', ')} }`;
}

function rest(options: object): string {
  return Object.keys(options).length > 0 ? `, ${literal(options)}` : '';
}

/** The command of a query; with the problem file if a shape has no form on the command line. */
function queryCommand(ambient: Ambient<unknown>, { a, b }: BodyPair, options: object): string {
  const shapes = [a, b].map(({ shape }) => {
    const numbers = numbersOf(ambient, shape)?.flat(2);
    return numbers && [shape.kind, ...(numbers.length > 0 ? [numbers.join(',')] : [])].join(':');
  });
  if (shapes.includes(null as never)) return 'npx proximal query problem.json';
  const given = { query: 'distance', ...options } as Readonly<Record<string, unknown>>;
  const names = ['query', 'algorithm', 'guess'].filter((name) => given[name] !== undefined);
  const written = names.filter((name) => name !== 'query' || given[name] !== 'distance');
  return [
    'npx proximal query',
    ...shapes,
    ...(ambient === plane ? ['--plane'] : []),
    ...poseOption('pose-a', a),
    ...poseOption('pose-b', b),
    ...written.map((name) => `--${name}=${given[name]}`),
  ].join(' ');
}

function poseOption(name: string, { position, angles }: Body): string[] {
  const numbers = angles.some((angle) => angle !== 0) ? [...position, ...angles] : position;
  return numbers.some((each) => each !== 0) ? [`--${name}=${numbers.join(',')}`] : [];
}
