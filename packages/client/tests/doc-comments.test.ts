import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  compilerOptions,
  createPackageProgram,
  entryFiles,
  publicApi,
} from '../scripts/public-api.ts';
import { examplePrelude } from './doc-comment-prelude.ts';

const entries = publicApi(createPackageProgram());
const everything = entries
  .flatMap(({ exports, reachable }) => [...exports, ...reachable])
  .flatMap((symbol) => [
    { ...symbol, isWorking: symbol.kind === 'class' || symbol.kind === 'function' },
    ...symbol.members.map((member) => ({
      ...member,
      name: `${symbol.name}.${member.name}`,
      isWorking: symbol.kind === 'class' && member.kind === 'method',
    })),
  ]);
// A symbol that several entries export counts once.
const documented = [
  ...new Map(everything.map((symbol) => [`${symbol.name} of ${symbol.file}`, symbol])).values(),
];

/** The entry of each name. */
const origins = new Map(
  entries.flatMap(({ name: entry, exports }) => exports.map(({ name }) => [name, entry])),
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

/** The example as a module: imports of the names it uses, and a function that takes the prelude. */
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
    const bare = documented.filter(({ isWorking, examples }) => isWorking && examples.length === 0);
    expect(bare.map(({ name }) => name)).toEqual([]);
  });
});

describe('the examples of doc comments', () => {
  test('compile in strict mode, as they stand', () => {
    const options = { ...compilerOptions(), verbatimModuleSyntax: false };
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
    const faults = [...codes.keys()].flatMap((file) => {
      const source = program.getSourceFile(file);
      return [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ];
    });
    expect(ts.formatDiagnostics(faults, host)).toBe('');
  });

  const load = createRequire(import.meta.url);
  const files = entryFiles();

  beforeEach(() => {
    vi.stubEnv('SERVICE_API_KEY', 'prk_test');
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test.each(examples)('that of $name runs', async ({ name, code }) => {
    const prelude = await examplePrelude(name);
    vi.stubEnv('WEBHOOK_SECRET', prelude.secret);
    vi.stubGlobal('fetch', prelude.service.fetch);
    const modules: Record<string, unknown> = {};
    for (const [entry, file] of Object.entries(files)) modules[entry] = await import(file);
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
