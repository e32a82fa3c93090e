// <include> of MJCF is replaced by the children of the other file's root element. As in MuJoCo, a file may be included only once.
import { FileError } from '../file-error.ts';
import { Attributes, failAt } from './attributes.ts';
import type { RobotFiles } from './files.ts';
import { beyond, type RobotLimits } from './limits.ts';
import { parseXml, type XmlElement } from './xml.ts';

/** Counts the elements of a robot, copies included. */
export class ElementCount {
  private count = 0;

  constructor(private readonly limits: RobotLimits) {}

  /** @throws FileError at the element that exceeds the limit */
  add(element: XmlElement, count: number): void {
    const { elements } = this.limits;
    this.count += count;
    if (this.count > elements) throw failAt(element, `with it the robot has ${beyond('elements', elements)} elements`);
  }
}

/** The sections of a file, with the sections of included files in place of each <include>. */
export function includeFiles(files: RobotFiles, root: XmlElement, count: ElementCount): Promise<XmlElement[]> {
  return new Includer(files, count).childrenOf(root, 1);
}

class Includer {
  private readonly included = new Set<string>();

  constructor(
    private readonly files: RobotFiles,
    private readonly count: ElementCount,
  ) {
    this.included.add(plain(files.file));
  }

  /** @param depth of the children */
  async childrenOf({ children }: XmlElement, depth: number): Promise<XmlElement[]> {
    const all: XmlElement[] = [];
    for (const child of children) {
      this.count.add(child, 1);
      const { limits } = this.files;
      if (depth >= limits.depth) throw failAt(child, `it is nested ${beyond('depth', limits.depth)}`);
      if (child.name === 'include') for (const element of await this.read(child, depth)) all.push(element);
      else if (child.children.length === 0) all.push(child);
      else all.push({ ...child, children: await this.childrenOf(child, depth + 1) });
    }
    return all;
  }

  private async read(include: XmlElement, depth: number): Promise<XmlElement[]> {
    const path = new Attributes(include).needed('file');
    const { file, text } = await this.open(include, path);
    return this.childrenOf(parseXml(text, file, this.files.limits), depth);
  }

  private async open(include: XmlElement, path: string): Promise<{ file: string; text: string }> {
    try {
      const file = plain(this.files.locate(path).file);
      if (this.included.has(file))
        throw failAt(include, 'the file is included already: a file may be included once, and not by itself');
      this.included.add(file);
      return await this.files.include(path);
    } catch (error) {
      throw error instanceof FileError && error.line === undefined ? failAt(include, error.message, error) : error;
    }
  }
}

/** A normalized path: `a/./b`, `a//b` and `a/c/../b` become `a/b`. */
function plain(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '.' || (step === '' && steps.length > 0)) continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..' && steps.at(-1) !== '') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}
