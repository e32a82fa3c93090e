// Observable Plot and jsdom, as far as plot.ts uses them. They are loaded when something is drawn: the other benchmarks start
// without them, and their declarations, which want those of D3 and of the browser, stay out of the build.

export interface SvgElement {
  textContent: string | null;
  readonly outerHTML: string;
  setAttribute(name: string, value: string): void;
  append(...children: readonly SvgElement[]): void;
  prepend(...children: readonly SvgElement[]): void;
}

export interface SvgDocument {
  createElementNS(namespace: string, name: string): SvgElement;
}

/** What a plot draws; only Plot itself looks inside. */
export type Mark = object;
type Options = Readonly<Record<string, unknown>>;
type MakeMark = (rows: readonly unknown[], options: Options) => Mark;

export interface PlotLibrary {
  readonly areaY: MakeMark;
  readonly lineY: MakeMark;
  readonly dot: MakeMark;
  readonly ruleX: MakeMark;
  readonly ruleY: MakeMark;
  readonly barY: MakeMark;
  readonly tickY: MakeMark;
  readonly plot: (options: Options) => SvgElement;
}

interface DomLibrary {
  readonly JSDOM: new (html: string) => { readonly window: { readonly document: SvgDocument } };
}

/** A name that the compiler doesn't follow. */
const load = (name: string): Promise<unknown> => import(name);

export async function loadPlot(): Promise<PlotLibrary> {
  return (await load('@observablehq/plot')) as PlotLibrary;
}

/** An empty page to draw on. */
export async function createDocument(): Promise<SvgDocument> {
  const { JSDOM } = (await load('jsdom')) as DomLibrary;
  return new JSDOM('').window.document;
}
