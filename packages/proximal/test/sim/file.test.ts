// Simulation files keep all bits; invalid ones are rejected with the position of the error; every built-in scene runs.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box, custom } from '../../src/index.ts';
import {
  makeSimulation,
  readSimulation,
  type Simulation,
  simulationScenes,
  startSimulation,
  writeSimulation,
} from '../../src/sim/index.ts';

const head = { format: 'proximal-simulation', version: 1 };
const ball = { version: 1, kind: 'sphere', radius: 0.1 };
const ground = { shape: { version: 1, kind: 'halfspace' }, static: true, name: 'floor' };
const example = {
  ...head,
  title: 'a ball',
  duration: 1,
  options: { friction: 0.5, gravity: [0, 0, -1.62], solver: { solver: 'ncp-admm', maxIterations: 50 } },
  bodies: [ground, { shape: ball, pose: { position: [0, 0, 1] }, mass: 2, velocity: [1, 0, 0] }],
};

describe('a simulation file', () => {
  it('becomes a simulator with its bodies and options', () => {
    const { simulator, parts } = startSimulation(readSimulation(JSON.stringify(example)));
    expect(parts.map(({ name, kind, q, v }) => [name, kind, q, v])).toEqual([
      ['floor', 'static', -1, -1],
      ['body 2', 'body', 0, 0],
    ]);
    expect(parts[1].model?.mass).toBe(2);
    expect(simulator.settings.solvers).toEqual([{ solver: 'ncp-admm', maxIterations: 50 }]);
    simulator.step();
    expect(simulator.state.v[0]).toBe(1);
    expect(simulator.state.v[2]).toBeCloseTo(-1.62 / 240, 12);
    expect(parts[1].bodies[0].pose[0]).toBe(1 / 240);
  });

  it('has velocities in world coordinates for every rotation of the body', () => {
    const rotation = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const body = { shape: ball, pose: { rotation }, velocity: [1, 0, 0], angularVelocity: [0, 2, 0] };
    const { simulator, parts } = startSimulation(readSimulation({ ...head, bodies: [body] }));
    const { v } = simulator.state;
    [0, -1, 0, 2, 0, 0].forEach((value, k) => {
      expect(v[k]).toBeCloseTo(value, 12);
    });
    simulator.step();
    expect(parts[0].bodies[0].pose[0]).toBeCloseTo(1 / 240, 5);
  });

  it('keeps every bit when written and read', () => {
    for (const { name } of simulationScenes()) {
      const simulation = makeSimulation(name, { seed: 3 });
      const again = readSimulation(writeSimulation(simulation));
      expect(writeSimulation(again)).toBe(writeSimulation(simulation));
      const [first, second] = [startSimulation(simulation), startSimulation(again)].map(({ simulator }) => {
        simulator.step();
        return simulator.state;
      });
      expect(second).toEqual(first);
    }
    const text = writeSimulation(readSimulation(example));
    expect(writeSimulation(readSimulation(text))).toBe(text);
  });

  it('keeps its origin, and omits defaults', () => {
    const origin = { by: ['hand', 1] };
    expect(readSimulation({ ...head, origin })).toEqual({ options: {}, bodies: [], robots: [], origin });
    expect(JSON.parse(writeSimulation(readSimulation(example))).bodies[0]).toEqual(ground);
  });

  it('cannot hold custom shapes', () => {
    const shape = custom({ support: (_x, _y, _z, out) => out.fill(0) });
    const [body] = readSimulation(example).bodies;
    const simulation: Simulation = { ...readSimulation(example), bodies: [{ ...body, shape }] };
    expect(() => writeSimulation(simulation)).toThrow('a custom shape is a program and has no JSON form');
    expect(() => writeSimulation(null as never)).toThrow('writeSimulation: simulation is null');
  });
});

describe('robots of a file', () => {
  const arm = () =>
    new ModelBuilder()
      .link('arm', { mass: 1, inertia: [1, 1, 1] })
      .joint('hinge', { kind: 'revolute', parent: 'world', child: 'arm', axis: [0, 1, 0] })
      .actuator({
        name: 'motor',
        kind: 'motor',
        joint: 'hinge',
        gear: 1,
        kp: 0,
        kv: 0,
        controlRange: null,
        forceRange: null,
      })
      .build();
  const drone = () =>
    new ModelBuilder()
      .link('hull', { mass: 1, inertia: [1, 1, 1] })
      .joint('root', { kind: 'free-flyer', parent: 'world', child: 'hull' })
      .build();
  const file = (robot: object): Simulation => readSimulation({ ...head, robots: [{ file: 'arm.urdf', ...robot }] });

  it('start in the state given in the file', () => {
    const simulation = file({ q: [0.5], v: [2], controls: [3] });
    expect(simulation.robots[0]).toEqual({
      name: 'robot 1',
      file: 'arm.urdf',
      root: 'fixed',
      q: [0.5],
      v: [2],
      controls: [3],
    });
    const { simulator, parts } = startSimulation(simulation, [arm()]);
    expect(simulator.state).toEqual({ q: Float64Array.of(0.5), v: Float64Array.of(2) });
    expect(simulator.controls).toEqual(Float64Array.of(3));
    expect(parts[0].kind).toBe('robot');
    const pose = [1, 2, 3, 0, 0, 0, 1];
    const flying = startSimulation(file({ root: 'free-flyer', pose }), [drone()]);
    expect([...flying.simulator.state.q]).toEqual(pose);
    expect(writeSimulation(readSimulation(writeSimulation(simulation)))).toBe(writeSimulation(simulation));
  });

  it.each<[name: string, robot: object, models: () => unknown, message: string]>([
    ['no model', {}, () => [], 'robots is []; the simulation has 1 robots: give 1 models, of arm.urdf'],
    ['something else', {}, () => ['arm'], 'startSimulation: model is "arm"; give a model'],
    ['too many numbers', { q: [1, 2] }, () => [arm()], 'robots[0].q is [1, 2]; the robot has 1 numbers'],
    ['too few numbers', { v: [] }, () => [arm()], 'robots[0].v is []; the robot has 1 numbers'],
    ['a pose for a fixed base', { pose: {} }, () => [arm()], 'robots[0].pose is a Float64Array of length 7; only a'],
    ['too many controls', { controls: [1, 2] }, () => [arm()], 'robots[0].controls is [1, 2]; the robot'],
    [
      'a quaternion of zero',
      { q: [0, 0, 0, 0, 0, 0, 0] },
      () => [drone()],
      'startSimulation: robots: Simulator.setState',
    ],
  ])('%s is rejected', (_name, robot, models, message) => {
    expect(() => startSimulation(file(robot), models() as never)).toThrow(message);
  });

  it('rejects models if the file has no robots', () => {
    expect(() => startSimulation(readSimulation(example), [arm()])).toThrow('has 0 robots: leave them out');
    expect(() => startSimulation({} as never)).toThrow('startSimulation: simulation is an object');
  });
});

describe('a hostile file is rejected:', () => {
  const body = (fields: object): object => ({ ...example, bodies: [ground, { shape: ball, ...fields }] });
  const robot = (fields: object): object => ({ ...example, robots: [fields] });
  const option = (fields: object): object => ({ ...example, options: fields });
  const mesh = { version: 1, kind: 'triangleMesh', vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
  it.each<[name: string, file: unknown, message: string]>([
    ['no JSON', '{ "format":', 'readSimulation: json is "{ \\"format\\":"; it is not JSON'],
    ['null', null, 'readSimulation: json is null; give an object'],
    ['a list', [], 'readSimulation: json is []; give an object'],
    [
      'another format',
      { ...example, format: 'proximal-problem' },
      'format is "proximal-problem"; a simulation file has',
    ],
    ['another version', { ...example, version: 2 }, 'version is 2; this copy of proximal reads version 1'],
    ['an unknown field', { ...example, Bodies: [] }, 'json.Bodies is []; the fields are format, version'],
    ['an invalid title', { ...example, title: 1 }, 'readSimulation: title is 1; give a text'],
    ['a duration of 0', { ...example, duration: 0 }, 'readSimulation: duration is 0; give seconds, above 0'],
    ['a list of options', option([]), 'readSimulation: options is []; give an object'],
    ['an unknown option', option({ dt: 1 }), 'readSimulation: options.dt is 1; the fields are gravity, timeStep'],
    ['models', option({ models: [] }), 'readSimulation: options.models is'],
    ['a function', option({ friction: () => 1 }), 'options.friction is a function; a file cannot contain a function'],
    ['a wrong option', option({ timeStep: -1 }), 'readSimulation: options: World: options.timeStep is -1'],
    ['an unknown solver', option({ solver: 'magic' }), 'options.solver is "magic"; give one of lcp-pgs'],
    ['a wrong option of the solver', option({ solver: { facets: 5 } }), 'options.solver: solve: options.facets is 5'],
    ['a gravity with text', option({ gravity: ['0', 0, 0] }), 'options.gravity[0] is "0"'],
    ['bodies that are not an array', { ...example, bodies: {} }, 'readSimulation: bodies is an object'],
    ['too many bodies', { ...example, bodies: new Array(10_001) }, 'bodies is an array of length 10001; give at most'],
    ['too many robots', { ...example, robots: new Array(1001) }, 'robots is an array of length 1001; give at most'],
    ['an invalid body', { ...example, bodies: [7] }, 'readSimulation: bodies[0] is 7; give an object'],
    ['an unknown field of a body', body({ color: 'red' }), 'bodies[1].color is "red"; the fields are name, shape'],
    ['no shape', body({ shape: undefined }), 'readSimulation: bodies[1].shape: fromJSON: json is undefined'],
    [
      'a wrong shape',
      body({ shape: { ...ball, radius: -1 } }),
      'bodies[1].shape: fromJSON: json: sphere: radius is -1',
    ],
    [
      'a wrong mesh',
      body({ shape: { ...mesh, triangles: [0, 1, 9] }, static: true }),
      'readSimulation: bodies[1].shape: ',
    ],
    ['a moving open mesh', body({ shape: mesh }), 'bodies[1]: massProperties: the mesh is open at 3 edges: '],
    ['a moving half-space', body({ shape: ground.shape }), 'readSimulation: bodies[1]: freeBody: shape is a Halfspace'],
    [
      'a moving point',
      body({ shape: { version: 1, kind: 'point' } }),
      'bodies[1]: freeBody: shape is a Point; it has no',
    ],
    ['a wrong pose', body({ pose: [1, 2] }), 'readSimulation: bodies[1].pose is [1, 2]'],
    ['an infinite pose', body({ pose: { position: [Infinity, 0, 0] } }), 'bodies[1].pose.position[0] is Infinity'],
    ['text as a flag', body({ static: 'yes' }), 'readSimulation: bodies[1].static is "yes"; give true or false'],
    ['a mass of 0', body({ mass: 0 }), 'readSimulation: bodies[1].mass is 0; give kg, above 0'],
    ['mass as text', body({ mass: '1' }), 'readSimulation: bodies[1].mass is "1"'],
    ['a negative density', body({ density: -1 }), 'readSimulation: bodies[1].density is -1; give kg/m³, above 0'],
    ['mass and density', body({ mass: 1, density: 1 }), 'bodies[1].density is 1; mass is given too'],
    ['a velocity of two numbers', body({ velocity: [1, 2] }), 'readSimulation: bodies[1].velocity is [1, 2]'],
    ['an angular velocity with text', body({ angularVelocity: [1, 2, 'x'] }), 'bodies[1].angularVelocity[2] is "x"'],
    ['a static body with mass', body({ static: true, mass: 1 }), 'bodies[1].mass is 1; a static body has none'],
    ['an empty name', body({ name: '' }), 'readSimulation: bodies[1].name is ""; give a name'],
    ['a name that is taken', body({ name: 'floor' }), 'bodies[1].name is "floor"; another body or robot has this name'],
    ['a robot without a file', robot({}), 'readSimulation: robots[0].text is undefined; give either file'],
    [
      'a robot with a file and a text',
      robot({ file: 'a', text: 'b' }),
      'readSimulation: robots[0].file is "a"; give either file',
    ],
    ['a wrong root', robot({ file: 'a', root: 'loose' }), "robots[0].root is \"loose\"; give 'fixed' or 'free-flyer'"],
    ['a wrong configuration', robot({ file: 'a', q: [1, null] }), 'readSimulation: robots[0].q[1] is null'],
    ['a configuration of text', robot({ file: 'a', q: '12' }), 'readSimulation: robots[0].q is "12"; give an array'],
    [
      'a configuration that is too long',
      robot({ file: 'a', v: new Array(100_001).fill(0) }),
      'robots[0].v is an array of length 100001',
    ],
    ['a wrong pose of a robot', robot({ file: 'a', pose: 7 }), 'readSimulation: robots[0].pose is 7'],
  ])('%s', (_name, file, message) => {
    expect(() => readSimulation(file as never)).toThrow(message);
  });
});

describe('the built-in scene', () => {
  /** A step of the wall takes a hundred times as long as one of the others. */
  const steps = (name: string): number => (name === 'wall' ? 10 : 100);

  it.each(simulationScenes().map(({ name }) => name))('%s runs, and stays finite', (name) => {
    const { simulator, parts } = startSimulation(makeSimulation(name));
    for (let k = 0; k < steps(name); k++) simulator.step();
    const { q, v } = simulator.state;
    expect([...q, ...v].every(Number.isFinite)).toBe(true);
    expect(simulator.report().status).not.toBe('failed');
    // No body has fallen through the floor.
    for (const { bodies, kind } of parts) if (kind === 'body') expect(bodies[0].pose[2]).toBeGreaterThan(-1);
  });

  it('depends on the seed if it is random', () => {
    for (const { name, isRandom } of simulationScenes()) {
      const [a, b, c] = [1, 1, 2].map((seed) => JSON.stringify(makeSimulation(name, { seed }).bodies));
      expect(b).toBe(a);
      expect(c !== a).toBe(isRandom);
    }
  });

  it('with a wrong name or seed is rejected', () => {
    expect(() => makeSimulation('magic')).toThrow('makeSimulation: name is "magic"; give one of falling-box, slope');
    expect(() => makeSimulation('stack', { seed: -1 })).toThrow('makeSimulation: options.seed is -1');
    expect(() => makeSimulation('stack', { size: 1 } as never)).toThrow('options.size is 1; there is no such option');
  });

  it('can be changed before it starts', () => {
    const simulation = makeSimulation('bouncing-ball');
    const bodies = simulation.bodies.map((body) => (body.name === 'ball' ? { ...body, shape: box(1, 1, 1) } : body));
    expect(startSimulation({ ...simulation, bodies }).simulator.scene.bodies).toHaveLength(2);
  });
});
