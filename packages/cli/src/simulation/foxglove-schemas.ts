// JSON schemas of the messages of a log: those of Foxglove with the fields that are written, and our own.

interface JsonSchema {
  readonly type: string;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({ type: 'object', properties });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const message = (title: string, properties: Readonly<Record<string, JsonSchema>>) => ({ title, ...object(properties) });
const [number, integer, text, flag] = ['number', 'integer', 'string', 'boolean'].map((type): JsonSchema => ({ type }));
const vector = object({ x: number, y: number, z: number });
const quaternion = object({ x: number, y: number, z: number, w: number });
const time = object({ sec: integer, nsec: integer });
const color = object({ r: number, g: number, b: number, a: number });

export const frameTransforms = message('foxglove.FrameTransforms', {
  transforms: list(
    object({
      timestamp: time,
      parent_frame_id: text,
      child_frame_id: text,
      translation: vector,
      rotation: quaternion,
    }),
  ),
});

export const sceneUpdate = message('foxglove.SceneUpdate', {
  deletions: list(object({})),
  entities: list(
    object({
      timestamp: time,
      frame_id: text,
      id: text,
      lifetime: time,
      frame_locked: flag,
      metadata: list(object({})),
      arrows: list(object({})),
      cubes: list(object({})),
      spheres: list(object({})),
      cylinders: list(object({})),
      lines: list(object({})),
      triangles: list(
        object({
          pose: object({ position: vector, orientation: quaternion }),
          points: list(vector),
          color,
          colors: list(color),
          indices: list(integer),
        }),
      ),
      texts: list(object({})),
      models: list(object({})),
    }),
  ),
});

export const state = message('proximal.State', {
  time: number,
  status: text,
  iterations: integer,
  contacts: integer,
  penetration: number,
  kineticEnergy: number,
  potentialEnergy: number,
  parts: object({}),
});

export const contacts = message('proximal.Contacts', {
  contacts: list(
    object({
      time: number,
      a: text,
      b: text,
      point: list(number),
      normal: list(number),
      gap: number,
      friction: number,
      impulse: list(number),
    }),
  ),
});
