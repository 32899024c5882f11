import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ReflectionKind } from 'typedoc';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { entryFiles } from '../scripts/entry-files.ts';
import { readPublicApi } from '../scripts/public-api.ts';
import { compilerOptions } from './compiler-options.ts';
import { examplePrelude } from './doc-comment-prelude.ts';

const modules = await readPublicApi();
const everything = modules
  .flatMap(({ symbols }) => symbols)
  .flatMap((symbol) => {
    // A class that is exported only as a type counts as an interface.
    const isClass = symbol.kind === ReflectionKind.Class || symbol.name === 'PagePromise';
    return [
      { ...symbol, needsExample: isClass || symbol.kind === ReflectionKind.Function },
      ...symbol.members.map((member) => ({
        ...member,
        name: `${symbol.name}.${member.name}`,
        needsExample: isClass && member.kind === ReflectionKind.Method,
      })),
    ];
  });
// A symbol that several entries export counts once.
const documented = [...new Map(everything.map((symbol) => [symbol.id, symbol])).values()];

/** The entry point of each name. */
const origins = new Map(
  modules
    .filter(({ isEntry }) => isEntry)
    .flatMap(({ name: entry, symbols }) => symbols.map(({ name }) => [name, entry])),
);
const preludeNames = Object.keys(await examplePrelude(''));

const folder = fileURLToPath(new URL('.', import.meta.url));
const examples = documented.flatMap(({ name, examples }) =>
  examples.map((code, index) => ({
    name,
    file: `${folder}${name}-${index + 1}.ts`,
    code: moduleOf(code),
  })),
);

/** Returns the example as a module: imports of the names that it uses, and a function that takes the prelude. */
function moduleOf(example: string): string {
  const ownImports = example.match(/^import [^;]+;$/gm) ?? [];
  const code = example.replace(/^import [^;]+;$/gm, '');
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  const isImported = (name: string) => ownImports.some((line) => line.includes(name));
  return [
    ...ownImports,
    ...[...origins]
      .filter(([name]) => isUsed(name) && !isImported(name))
      .map(([name, entry]) => `import { ${name} } from '${entry}';`),
    "import type { examplePrelude } from './doc-comment-prelude.ts';",
    'type Prelude = Awaited<ReturnType<typeof examplePrelude>>;',
    `export async function run({ ${preludeNames.filter(isUsed).join(', ')} }: Prelude) {{`,
    code,
    '}}',
  ].join('\n');
}

describe('the public API', () => {
  test('has doc comments', () => {
    const bare = documented.filter(
      // A property with the name of its type needs no comment.
      ({ name, documentation, signature }) =>
        documentation === '' && !name.endsWith(`.${signature}`),
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  test('has examples of functions and classes', () => {
    const bare = documented.filter(
      ({ needsExample, examples }) => needsExample && examples.length === 0,
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
  });
});

describe('the examples of doc comments', () => {
  test('compile unchanged in strict mode', () => {
    const options = { ...compilerOptions, verbatimModuleSyntax: false };
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists, readFile } = host;
    const codes = new Map(examples.map(({ file, code }) => [file, code]));
    host.fileExists = (file) => codes.has(file) || fileExists(file);
    host.readFile = (file) => codes.get(file) ?? readFile(file);
    host.getSourceFile = (file, version) => {
      const code = codes.get(file);
      return code === undefined
        ? getSourceFile(file, version)
        : ts.createSourceFile(file, code, version);
    };
    const program = ts.createProgram([...codes.keys()], options, host);
    const errors = [...codes.keys()].flatMap((file) => {
      const source = program.getSourceFile(file);
      return [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ];
    });
    expect(ts.formatDiagnostics(errors, host)).toBe('');
  });

  const load = createRequire(import.meta.url);

  beforeEach(() => {
    vi.stubEnv('SERVICE_API_KEY', 'prk_test');
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test.each(examples)('the example of $name runs', async ({ name, code }) => {
    const prelude = await examplePrelude(name);
    vi.stubEnv('WEBHOOK_SECRET', prelude.secret);
    vi.stubGlobal('fetch', prelude.service.fetch);
    const modules: Record<string, unknown> = {};
    for (const [entry, file] of Object.entries(entryFiles)) modules[entry] = await import(file);
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ESNext },
    });
    const exported: { run?: (given: typeof prelude) => Promise<void> } = {};
    new Function('exports', 'require', outputText)(
      exported,
      (module: string) => modules[module] ?? load(module),
    );
    await exported.run?.(prelude);
  });
});
