import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modulesOf, typeDocOf } from '@partner-rating/client/public-api';
import type { TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import type { Area, MenuGroup } from './page.ts';
import { renderTemplate } from './templates.ts';

const packageName = '@partner-rating/client';
const NAVIGATION = 'navigation.json';

// The service replaces this address with its own. The comments are also in the package, which belongs to no service.
const ADDRESS = {
  named: "environment: 'local'",
  written: "baseUrl: 'http://localhost:3001/api/v1'",
};

const pythonReadme = new URL('../../../../packages/python/README.md', import.meta.url);

/** What `typedoc-plugin-markdown` writes to `NAVIGATION`: modules, kinds, and names. A kind has no path. */
interface Entry {
  title: string;
  path?: string;
  children?: Entry[];
}

/** The reference of the client, which TypeDoc writes from the comments in its code, and the README of the Python client. */
export async function sdk(): Promise<Area> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-sdk-'));
  const read = (name: string) =>
    readFileSync(join(directory, name), 'utf8').replaceAll(ADDRESS.named, ADDRESS.written);
  try {
    await runTypeDoc(directory);
    const groups = groupsOf(JSON.parse(read(NAVIGATION)));
    const pages = globSync('**/!(index).md', { cwd: directory });
    return {
      menu: [
        {
          title: 'Overview',
          entries: [
            { label: 'Overview', path: 'sdk/index' },
            { label: 'Python', path: 'sdk/python' },
          ],
        },
        ...groups,
      ],
      pages: [
        { path: 'sdk/index', markdown: renderTemplate('sdk.md.eta', { groups }) },
        { path: 'sdk/python', markdown: pythonPage(), source: 'packages/python/README.md' },
        ...pages.map((name) => ({ path: pathOf(name), markdown: read(name) })),
      ],
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Returns the README of the Python client for its users, with links to the pages of the site. */
function pythonPage(): string {
  const [forUsers = ''] = readFileSync(pythonReadme, 'utf8').split('\n## How it is made');
  return forUsers
    .replace('# partner-rating', '# Python client')
    .replaceAll('environment="local"', 'base_url="http://localhost:3001/api/v1"')
    .replace(' `local` is http://localhost:3001/api/v1.', '')
    .replaceAll('../../apps/docs/guides/', '../guides/')
    .replace('(CHANGELOG.md)', '(../changelog/index.md)');
}

/** Writes a page of Markdown for each name the client has into a directory. */
async function runTypeDoc(directory: string): Promise<void> {
  const application = await typeDocOf({
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: directory }],
    navigationJson: join(directory, NAVIGATION),
    sortEntryPoints: false,
    groupOrder: [
      ...['Classes', 'Functions', 'Variables', 'Interfaces'],
      ...['Constructors', 'Properties', 'Accessors', 'Methods', '*'],
    ],
    disableSources: true,
    readme: 'none',
    entryFileName: 'index.md',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    expandObjects: true,
    pageTitleTemplates: { member: '{name}', module: '{name}' },
    expandParameters: true,
    parametersFormat: 'table',
    propertiesFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    tableColumnSettings: { hideInherited: true, hideModifiers: true, hideOverrides: true },
  } as Partial<TypeDocOptions & PluginOptions>);
  const project = await application.convert();
  if (project === undefined) throw new Error('The reference of the client could not be made.');
  for (const [name, module] of modulesOf(project)) {
    const isEntry = name.startsWith(packageName);
    module.name = isEntry ? name.slice(packageName.length + 1) || 'client' : `operations/${name}`;
  }
  await application.generateOutputs(project);
}

/** Returns the menu: the operations first, then the names of each module by kind. */
function groupsOf(modules: readonly Entry[]): MenuGroup[] {
  const isModule = ({ path }: Entry) => path?.endsWith('/index.md') === true;
  const resources = modules
    .flatMap(({ children = [] }) => children.filter(isModule))
    // The methods are in the first class of a module, or in its first interface if it has no class.
    .map(({ title, children = [] }) => {
      const [methods, ...types] = children.flatMap((kind) => kind.children ?? []).map(linkTo);
      return { methods: { label: `client.${title}`, path: methods?.path ?? '' }, types };
    });
  const kinds = modules.flatMap((module) =>
    (module.children ?? [])
      .filter((child) => !isModule(child))
      .map(({ title, children = [] }) => ({
        title: module.title === 'client' ? title : `${title} of /${module.title}`,
        entries: children.map(linkTo),
      })),
  );
  return [
    { title: 'Operations', entries: resources.map(({ methods }) => methods) },
    ...kinds,
    { title: 'Types of queries', entries: resources.flatMap(({ types }) => types) },
  ];
}

function linkTo({ title, path = '' }: Entry): { label: string; path: string } {
  return { label: title, path: pathOf(path) };
}

function pathOf(name: string): string {
  return `sdk/${name.slice(0, -'.md'.length)}`;
}
