/**
 * Reads the public API from the source with TypeDoc, for `api.md`, the documentation site, and
 * the tests.
 */
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import {
  Application,
  type DeclarationReflection,
  type ProjectReflection,
  type TypeDocOptions,
} from 'typedoc';
import { type ApiSymbol, symbolOf } from './api-symbol.ts';
import { entryFiles, packageFolder } from './entry-files.ts';

/** An entry point of the package, or a resource of the client. */
export interface ApiModule {
  /** The name, such as `@partner-rating/client/webhooks`, or `members` for a resource. */
  name: string;
  isEntry: boolean;
  symbols: ApiSymbol[];
}

const source = `${packageFolder}src`;

/** The file of each resource: the hand-written file that extends the generated file, if there is one. */
function resourceFiles(): string[] {
  const names = globSync('*.ts', { cwd: `${source}/resources`, exclude: ['*.test.ts'] });
  return names
    .filter((name) => !name.endsWith('.gen.ts') || !names.includes(name.replace('.gen', '')))
    .map((name) => `${source}/resources/${name}`);
}

/** Creates a TypeDoc application that reads the package. */
export function typeDocOf(options: Partial<TypeDocOptions> = {}): Promise<Application> {
  return Application.bootstrapWithPlugins({
    // A resource is not exported; it is the type of a property of the client.
    entryPoints: [...Object.values(entryFiles), ...resourceFiles()],
    tsconfig: `${packageFolder}tsconfig.public-api.json`,
    exclude: ['**/*.test.ts'],
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    // `typecheck` checks the types.
    skipErrorChecking: true,
    sort: ['source-order'],
    logLevel: 'Warn',
    validation: { notExported: false, invalidLink: false, notDocumented: false },
    ...options,
  });
}

/** Returns the modules that TypeDoc read, by `ApiModule` name. */
export function modulesOf({
  children = [],
}: ProjectReflection): [name: string, module: DeclarationReflection][] {
  const specifiers = new Map(
    Object.entries(entryFiles).map(([specifier, file]) => [
      relative(source, file).replace(/(?<=.)\/index\.ts$|\.ts$/, ''),
      specifier,
    ]),
  );
  return children.map((module) => [
    specifiers.get(module.name) ?? module.name.replace(/^resources\/|\.gen$/g, ''),
    module,
  ]);
}

/** Returns the public API of the package. */
export async function readPublicApi(): Promise<ApiModule[]> {
  const project = await (await typeDocOf()).convert();
  if (project === undefined) throw new Error('TypeDoc cannot read the package.');
  return modulesOf(project).map(([name, { children = [] }]) => ({
    name,
    isEntry: name in entryFiles,
    // A resource inherits the methods of the document.
    symbols: children.map((child) => symbolOf(child, !(name in entryFiles))),
  }));
}
