import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import {
  Application,
  type DeclarationReflection,
  type ProjectReflection,
  ReflectionKind,
  type TypeDocOptions,
} from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';

const require = createRequire(import.meta.url);
const manifest = require.resolve('@partner-rating/client/package.json');
const client = dirname(manifest);
const { exports: exported } = JSON.parse(readFileSync(manifest, 'utf8')) as {
  exports: Record<string, string>;
};

/** What can be imported, by the name of its entry. */
const entries = Object.entries(exported)
  .filter(([, file]) => file.endsWith('.ts'))
  .map(([name, file]) => ({ name: name.slice('./'.length) || 'client', file: join(client, file) }));

/** A module of the client as TypeDoc knows it. */
export interface SdkModule {
  name: string;
  /** Whether it is imported by that name, or is a resource that the client gives. */
  isEntry: boolean;
  children: DeclarationReflection[];
}

/** Writes a page of Markdown for each name the client has into a directory. */
export async function runTypeDoc(directory: string): Promise<SdkModule[]> {
  const application = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: [...entries.map(({ file }) => file), join(client, 'src/resources/*.ts')],
    tsconfig: join(client, 'tsconfig.json'),
    exclude: ['**/*.test.ts'],
    outputs: [{ name: 'markdown', path: directory }],
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    // The type check is a step of its own.
    skipErrorChecking: true,
    disableSources: true,
    readme: 'none',
    sort: ['source-order'],
    logLevel: 'Warn',
    validation: { notExported: false },
    entryFileName: 'index.md',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
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
  for (const module of modulesOf(project)) module.name = nameOf(module);
  await application.generateOutputs(project);
  return modulesOf(project).map(({ name, children = [] }) => ({
    name,
    isEntry: entries.some((entry) => entry.name === name),
    children,
  }));
}

function modulesOf(project: ProjectReflection): DeclarationReflection[] {
  return (project.children ?? []).filter(({ kind }) => kind === ReflectionKind.Module);
}

/** Entries are named as they are imported; resources, which the client gives, `operations/…`. */
function nameOf({ name }: DeclarationReflection): string {
  const entry = entries.find(
    ({ file }) =>
      relative(join(client, 'src'), file).replace(/(?<=.)\/?index\.ts$|\.ts$/, '') === name,
  );
  return entry?.name ?? name.replace('resources/', 'operations/');
}
