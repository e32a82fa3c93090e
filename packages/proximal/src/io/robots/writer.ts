// The model builder for both loaders: errors get the line of their element, and unread elements become notices.
import type { ModelBuilder } from '../../dynamics/builder.ts';
import type { ModelNotice } from '../../dynamics/description.ts';
import type { Model } from '../../dynamics/model.ts';
import { ModelError } from '../../dynamics/topology.ts';
import { FileError } from '../file-error.ts';
import { Attributes, errorAt, failAt } from './attributes.ts';
import type { LoadedMesh, RobotFiles, RobotOptions } from './files.ts';
import { beyond } from './limits.ts';
import type { XmlElement } from './xml.ts';

/** The counts checked against limits while the robot is built. */
const sizes = [
  ['links', 'links'],
  ['coordinates', 'degrees of freedom'],
  ['shapes', 'shapes'],
] as const;

export class RobotWriter {
  /** Elements by name, to locate errors of the whole model. */
  private readonly named = new Map<string, XmlElement>();
  /** The numbers of notices and of warnings beyond the limit. */
  private readonly hidden = { all: 0, warnings: 0 };

  constructor(
    readonly builder: ModelBuilder,
    readonly files: RobotFiles,
    private readonly options: RobotOptions & { readonly unsupported?: 'refuse' | 'ignore' },
  ) {}

  attributes(element: XmlElement, inherited?: readonly ReadonlyMap<string, string>[]): Attributes {
    return new Attributes(element, inherited);
  }

  /** Calls the builder for an element; its errors and notices get the element's line. */
  add(element: XmlElement, build: (builder: ModelBuilder) => void): void {
    const name = element.attributes.get('name');
    if (name !== undefined && !this.named.has(name)) this.named.set(name, element);
    const { notices } = this.builder;
    const before = notices.length;
    this.make(element, () => build(this.builder));
    for (const { message, ...notice } of notices.splice(before))
      this.notice({ ...notice, line: element.line, message: `${element.file}:${element.line}: ${message}` });
    this.checkSize(element);
  }

  private checkSize(element: XmlElement): void {
    const { size } = this.builder;
    const { limits } = this.files;
    for (const [name, what] of sizes) {
      if (size[name] > limits[name])
        throw failAt(element, `with it the robot has ${beyond(name, limits[name])} ${what}`);
    }
  }

  private notice(notice: ModelNotice): void {
    if (this.builder.notices.length < this.files.limits.notices) {
      this.builder.notice(notice);
      return;
    }
    this.hidden.all++;
    if (notice.level === 'warning') this.hidden.warnings++;
  }

  /** Calls `maker` for an element; errors of its arguments become errors of the file. */
  make<T>(element: XmlElement, maker: () => T): T {
    return this.attributes(element).attempt(maker);
  }

  /** Reports an element that is not read. With `strict`, a warning is an error. */
  ignore(element: XmlElement, why: string, level: 'notice' | 'warning' = 'notice'): void {
    const name = element.attributes.get('name');
    const which = name === undefined ? `<${element.name}>` : `<${element.name} name=${JSON.stringify(name)}>`;
    const message = `${element.file}:${element.line}: ${which} ${why}`;
    if (level === 'warning' && this.options.strict) throw failAt(element, why);
    this.notice({ level, name: name ?? element.name, line: element.line, message });
  }

  /** Refuses an unsupported element that would change the motion: an error, or a warning with `unsupported: 'ignore'`. */
  refuse(element: XmlElement, why: string): void {
    if (this.options.unsupported === 'ignore') this.ignore(element, why, 'warning');
    else throw failAt(element, `${why}; { unsupported: 'ignore' } loads the model without it`);
  }

  /** Reports the unread attributes of an element in one notice. */
  without(element: XmlElement, names: readonly string[], which = ''): void {
    if (names.length > 0) this.ignore(element, `${which}has attributes that are ignored: ${names.join(', ')}`);
  }

  /** Reports the children of an element whose children are not read. */
  withoutChildren(element: XmlElement): void {
    for (const child of element.children) this.ignore(child, `in <${element.name}> is not read`);
  }

  /** A mesh with its convex hull; null if meshes are to be skipped. */
  async mesh(element: XmlElement, path: string, scale: readonly number[], hasMass = false): Promise<LoadedMesh | null> {
    if (this.options.meshes === 'skip') {
      const what = hasMass ? ' and its mass are' : ' is';
      this.ignore(element, `with the mesh ${JSON.stringify(path)}${what} ignored because options.meshes is 'skip'`);
      return null;
    }
    try {
      const mesh = await this.files.mesh(path, scale);
      if (mesh.hull.dropped.interior > 0) {
        this.ignore(element, `has a mesh that is not convex (${path}): its convex hull collides`);
      }
      return mesh;
    } catch (error) {
      if (!(error instanceof FileError || error instanceof RangeError || error instanceof TypeError)) throw error;
      throw failAt(element, `${error.message}; { meshes: 'skip' } ignores meshes`, error);
    }
  }

  /** The model; errors about a link or joint get its line. */
  build(root: XmlElement): Model {
    const { all, warnings } = this.hidden;
    const { notices } = this.files.limits;
    if (all > 0) {
      const message = `${root.file}: ${all} more notices, ${warnings} of them warnings: ${beyond('notices', notices)}`;
      this.builder.notices[notices] = { level: warnings > 0 ? 'warning' : 'notice', name: root.name, message };
    }
    try {
      return this.builder.build();
    } catch (error) {
      const subject = error instanceof ModelError ? this.named.get(error.subject) : undefined;
      throw errorAt(subject ?? root, error);
    }
  }
}
