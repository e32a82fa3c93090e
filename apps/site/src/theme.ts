// TypeDoc's theme, with the sections of the site as navigation. The address of a page is the path of its file.
import { relative } from 'node:path';
import {
  DefaultTheme,
  type DocumentReflection,
  KindRouter,
  type NavigationElement,
  type PageDefinition,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from 'typedoc';
import { root } from './root.ts';
import { addressOf, sections } from './sections.ts';

/** The file of a page, relative to the root of the repository. */
function fileOf(page: DocumentReflection): string {
  const path = page.project.files.getReflectionPath(page);
  if (path === undefined) throw new Error(`${page.name} has no file`);
  return relative(root, path).replaceAll('\\', '/');
}

/** Gives each page the title of its first heading. */
export function nameByHeadings(project: ProjectReflection): void {
  for (const page of project.documents ?? []) {
    const text = page.content.map((part) => part.text).join('');
    const [, heading] = /^# (.+)$/m.exec(text) ?? [];
    if (heading === undefined) throw new Error(`${fileOf(page)} has no heading`);
    page.name = heading.replaceAll('`', '');
  }
}

export class SiteRouter extends KindRouter {
  /** The README is the page of the project; a list of all modules and pages would repeat the navigation. */
  override buildPages(project: ProjectReflection): PageDefinition[] {
    const pages = super.buildPages(project).filter(({ url }) => url !== 'modules.html');
    this.fullUrls.set(project, 'index.html');
    return pages;
  }

  protected override getIdealBaseName(reflection: Reflection): string {
    return reflection.isDocument() ? addressOf(fileOf(reflection)) : `api/${super.getIdealBaseName(reflection)}`;
  }
}

export class SiteTheme extends DefaultTheme {
  override buildNavigation(project: ProjectReflection): NavigationElement[] {
    const pages = new Map((project.documents ?? []).map((page) => [fileOf(page), page]));
    const entries = sections.map(({ title, pages: files }) => ({
      text: title,
      children: files.map((file) => {
        const page = pages.get(file);
        if (page === undefined) throw new Error(`the page ${file} of the section ${title} was not read`);
        return { text: page.name, path: this.router.getFullUrl(page) };
      }),
    }));
    const modules = super.buildNavigation(project).filter(({ kind }) => kind === ReflectionKind.Module);
    const before = entries.findIndex(({ text }) => text === 'Internals');
    return [...entries.slice(0, before), { text: 'API reference', children: modules }, ...entries.slice(before)];
  }
}
