import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Code in which every mutant should make a test fail, and the tests that run for it: those that need no database. */
export interface Area {
  name: string;
  /** Globs from the root of the repository. */
  code: readonly string[];
  tests: readonly string[];
}

/** Files without mutants: tests, test helpers, and generated files. */
export const EXCLUDED = ['**/*.test.ts', '**/*.gen.ts', '**/testing/**'] as const;

// Only the folder's own tests run, because an error that only tests of other folders find is found late.
const ofFolder = (folder: string, ...others: string[]): Area => ({
  name: folder,
  code: [`${folder}/**/*.ts`],
  tests: [`${folder}/**/*.test.ts`, ...others],
});

/** The behaviour of clients in every language. */
const conformance = 'packages/client/tests/conformance/*.test.ts';

const domains = globSync('apps/service/src/**/domain', { cwd: ROOT }).toSorted();

export const AREAS: readonly Area[] = [
  ...domains.map((folder) => ofFolder(folder)),
  ofFolder('packages/ratings/src'),
  {
    name: 'packages/client/src/core',
    code: [
      'packages/client/src/core/{call,retry,attempt-error,in-flight-calls}.ts',
      'packages/client/src/core/authorize-with-token.ts',
    ],
    tests: ['packages/client/src/*.test.ts', 'packages/client/src/core/*.test.ts', conformance],
  },
  ...['core/paging', 'oauth', 'webhooks'].map((folder) =>
    ofFolder(`packages/client/src/${folder}`, conformance),
  ),
  ...['packages/server/src/request', 'packages/server/src/schema'].map((folder) => ({
    ...ofFolder(folder),
    // Tests that send requests to an operation cover most of this code.
    tests: ['packages/server/src/*.test.ts', 'packages/server/src/{request,schema}/*.test.ts'],
  })),
];
