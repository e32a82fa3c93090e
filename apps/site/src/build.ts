// Builds the site: pages from the Markdown files of the repository, the API reference from TSDoc, and the studio, all as static files with
// relative addresses.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, Converter, type DefaultThemeRenderContext, JSX, LogLevel, type ProjectReflection } from 'typedoc';
import { build } from 'vite';
import { root } from './root.ts';
import { sections } from './sections.ts';
import { nameByHeadings, SiteRouter, SiteTheme } from './theme.ts';

const library = join(root, 'packages/proximal');

/** The library's subpaths, by the file of their sources. */
const subpaths: ReadonlyMap<string, string> = new Map(
  Object.entries(
    (
      JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as {
        exports: Record<string, { default: string }>;
      }
    ).exports,
  )
    .filter(([subpath]) => !subpath.endsWith('.json'))
    .map(([subpath, file]) => [
      join(library, file.default.replace('/dist/', '/').replace(/\.js$/, '.ts')),
      subpath.replace(/^\./, 'proximal'),
    ]),
);

/** Empties a folder and writes the site into it. Throws if a page or a comment contains an invalid link. */
export async function buildSite(folder: string): Promise<void> {
  const app = await Application.bootstrap({
    name: 'Proximal',
    entryPoints: [...subpaths.keys()],
    tsconfig: join(library, 'tsconfig.json'),
    readme: join(root, 'README.md'),
    projectDocuments: sections.flatMap(({ pages }) => pages.map((page) => join(root, page))),
    basePath: root,
    displayBasePath: root,
    theme: 'site',
    router: 'site',
    customCss: join(root, 'apps/site/src/site.css'),
    favicon: join(root, 'apps/studio/public/icon.svg'),
    // The tests compile the library; here only its comments and types are read.
    skipErrorChecking: true,
    disableSources: true,
    disableGit: true,
    excludeInternal: true,
    excludePrivate: true,
    searchInDocuments: true,
    searchInComments: true,
    includeHierarchySummary: false,
    hideGenerator: true,
    headings: { readme: false, document: false },
    navigation: { includeFolders: false, includeGroups: false, includeCategories: false },
    sort: ['alphabetical'],
    highlightLanguages: ['ts', 'js', 'sh', 'json', 'jsonc', 'yaml', 'cpp', 'xml', 'html', 'python', 'mermaid'],
    logLevel: LogLevel.Warn,
  });
  app.renderer.defineTheme('site', SiteTheme);
  app.renderer.defineRouter('site', SiteRouter);
  app.renderer.hooks.on('sidebar.begin', studioLink);
  app.renderer.hooks.on('head.end', explorableScript);
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    nameByHeadings(project);
    nameBySubpaths(project);
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('the sources could not be read');
  await app.generateDocs(project, folder);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('see the messages above');
  for (const name of explorables) await buildExplorable(name, join(folder, 'assets'));
  await buildStudio(join(folder, 'studio'));
}

function nameBySubpaths(project: ProjectReflection): void {
  for (const module of project.children ?? []) {
    const file = project.files.getReflectionPath(module);
    const subpath = file === undefined ? undefined : subpaths.get(file);
    if (subpath === undefined) throw new Error(`${module.name} is not a subpath of the library`);
    module.name = subpath;
  }
}

function studioLink(context: DefaultThemeRenderContext): JSX.Element {
  const href = context.relativeURL('studio/index.html');
  return JSX.createElement('a', { class: 'studio-link', href }, 'Open the studio');
}

/** The names of the explorables: of their pages, and of their programs in `explorables/`. */
const explorables = readdirSync(join(root, 'docs/explorables')).map((file) => file.replace(/\.md$/, ''));

function explorableScript(context: DefaultThemeRenderContext): JSX.Element {
  const [, name] = /^explorables\/(.*)\.html$/.exec(context.page.url) ?? [];
  if (name === undefined) return JSX.createElement(JSX.Fragment, null);
  return JSX.createElement('script', { defer: true, src: context.relativeURL(`assets/explorable-${name}.js`) });
}

/** One script for each page: not a module, so that pages work when they are opened from a folder, too. */
async function buildExplorable(name: string, folder: string): Promise<void> {
  await build({
    root: join(root, 'apps/site'),
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      chunkSizeWarningLimit: 1000,
      lib: {
        entry: join(root, 'apps/site/src/explorables', `${name}.ts`),
        name: 'explorable',
        formats: ['iife'],
        fileName: () => `explorable-${name}.js`,
      },
    },
  });
}

/** The studio with a link back to the site. */
async function buildStudio(folder: string): Promise<void> {
  await build({
    root: join(root, 'apps/studio'),
    logLevel: 'warn',
    define: { 'import.meta.env.VITE_DOCS': JSON.stringify('../index.html') },
    build: { outDir: folder, emptyOutDir: true },
  });
}
