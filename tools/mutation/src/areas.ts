import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Code of which every mutant should fail a test, and the tests that are asked: those that need no database. */
export interface Area {
  name: string;
  /** Globs from the root of the repository. */
  code: readonly string[];
  tests: readonly string[];
}

// Of each folder, since a fault that other folders' tests alone would find is found late.
const domains = globSync('apps/service/src/**/domain', { cwd: ROOT }).toSorted();

/** What no mutation is made in: tests, what helps them, and what is generated. */
export const EXCLUDED = ['**/*.test.ts', '**/*.gen.ts', '**/testing/**'] as const;

export const AREAS: readonly Area[] = [
  ...domains.map((folder) => ({
    name: folder,
    code: [`${folder}/*.ts`],
    tests: [`${folder}/*.test.ts`],
  })),
  {
    name: 'packages/client',
    code: [
      'packages/client/src/core/{retry,retry-after,transport,attempt-error,in-flight-calls}.ts',
      'packages/client/src/core/authorize-with-token.ts',
      'packages/client/src/core/paging/*.ts',
      'packages/client/src/oauth/*.ts',
      'packages/client/src/webhooks/*.ts',
    ],
    tests: ['packages/client/src/**/*.test.ts'],
  },
  {
    name: 'packages/server',
    code: ['packages/server/src/{request,schema}/*.ts'],
    tests: ['packages/server/src/**/*.test.ts'],
  },
];
