/**
 * The reader of the public API: TypeDoc reads it from the source, for `api.md`, the documentation site and
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

/** An entry of the package, or a resource of the client. */
export interface ApiModule {
  /** Such as `@partner-rating/client/webhooks`, or `members` for a resource. */
  name: string;
  isEntry: boolean;
  symbols: ApiSymbol[];
}

const source = `${packageFolder}src`;

/** The file of each resource: that with methods of its own, which extend the generated ones, where there is one. */
function resourceFiles(): string[] {
  const names = globSync('*.ts', { cwd: `${source}/resources`, exclude: ['*.test.ts'] });
  return names
    .filter((name) => !name.endsWith('.gen.ts') || !names.includes(name.replace('.gen', '')))
    .map((name) => `${source}/resources/${name}`);
}

/** A TypeDoc application that reads the package; the options say what it renders. */
export function typeDocOf(options: Partial<TypeDocOptions> = {}): Promise<Application> {
  return Application.bootstrapWithPlugins({
    // A resource is no export, but the type of a property of the client.
    entryPoints: [...Object.values(entryFiles), ...resourceFiles()],
    tsconfig: `${packageFolder}tsconfig.public-api.json`,
    exclude: ['**/*.test.ts'],
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    // The type check is a step of its own.
    skipErrorChecking: true,
    sort: ['source-order'],
    logLevel: 'Warn',
    validation: { notExported: false, invalidLink: false, notDocumented: false },
    ...options,
  });
}

/** The modules that TypeDoc read, by the name of an `ApiModule`. */
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

/** The public API of the package. */
export async function readPublicApi(): Promise<ApiModule[]> {
  const project = await (await typeDocOf()).convert();
  if (project === undefined) throw new Error('TypeDoc cannot read the package.');
  return modulesOf(project).map(([name, { children = [] }]) => ({
    name,
    isEntry: name in entryFiles,
    // A resource has the methods of the document by inheritance.
    symbols: children.map((child) => symbolOf(child, !(name in entryFiles))),
  }));
}
