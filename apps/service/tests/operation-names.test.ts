import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { contract, readAdminContract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';

const operations = contract.operations();
const source = join(import.meta.dirname, '../src');
// The operations of operators are in a file for each resource.
const files = globSync('*/operations/*.ts', { cwd: source })
  .filter((file) => !file.startsWith('console/'))
  .map((file) => basename(file));

describe('the files of the operations', () => {
  testRows(operations.map(({ id }) => id))(
    'include a handler and tests with the name of each operation',
    (id) => {
      expect(files).toContain(`${id}.ts`);
      expect(files).toContain(`${id}.test.ts`);
    },
  );

  it('are only handlers and tests', () => {
    const handlers = operations.map(({ id }) => `${id}.ts`);
    const others = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    expect(others.toSorted()).toEqual(handlers.toSorted());
  });
});

describe('what partners and operators can both do', () => {
  const admin = readAdminContract();
  const [ofOperators, ofPartners] = [
    globSync('console/operations/*.ts', { cwd: source }),
    globSync('*/operations/*.ts', { cwd: source, exclude: ['console'] }),
  ].map((found) => found.filter((file) => !file.endsWith('.test.ts')).flatMap(callsIn));

  it('is one use case, which both documents call', () => {
    const shared = (ofPartners ?? []).flatMap((one) =>
      (ofOperators ?? []).flatMap((other) =>
        one.useCase === other.useCase
          ? [[one.operation, contract.operation(one.operation).summary, other.operation]]
          : [],
      ),
    );
    expect(shared.length).toBeGreaterThan(5);
    const words = shared.map(([one, summary, other]) => [
      ...[one, summary, other],
      admin.operation(other ?? '').summary,
    ]);
    expect(words).toEqual(shared.map((row) => [...row, row[1]]));
  });
});

// Reading, deciding, or rendering is not a use case.
const NO_USE_CASE =
  /^\W*(store|domain|platform|api|testing|http)\b|\/(store|domain|platform|api|testing|http)\//;

/** Returns the use cases that a file with handlers calls: the module and the name, and the calling operation. */
function callsIn(file: string): { operation: string; useCase: string }[] {
  const text = readFileSync(join(source, file), 'utf8');
  const imports = [...text.matchAll(/import \{([^}]*)\} from '(\.[^']+)'/g)].flatMap(
    ([, names = '', from = '']) => {
      if (NO_USE_CASE.test(from)) return [];
      const module = resolve(dirname(join(source, file)), from);
      return names.split(',').flatMap((one) => {
        const [name = '', alias = name] = one.trim().split(' as ');
        return /^[a-z]/.test(name) && !name.startsWith('type ')
          ? [{ useCase: `${name} of ${module}`, name: alias }]
          : [];
      });
    },
  );
  const handlers = text.split(/(?=\n {2}'\w+\.\w+':)/).map((part) => {
    const [, operation = basename(file, '.ts')] = /^\n {2}'(\w+\.\w+)':/.exec(part) ?? [];
    return { operation, part };
  });
  return imports.flatMap(({ useCase, name }) => {
    const [, made] = new RegExp(`const (\\w+) = ${name}\\(`).exec(text) ?? [];
    const called = new RegExp(`\\b(${[name, made].filter(Boolean).join('|')})\\(`);
    return handlers
      .filter(({ part, operation }) => called.test(part) && operation.includes('.'))
      .map(({ operation }) => ({ operation, useCase }));
  });
}
