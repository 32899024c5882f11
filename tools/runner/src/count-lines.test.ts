import { expect, it } from 'vitest';
import { countLines } from './count-lines.ts';

it('counts hand-written files, with tests separately', () => {
  const files = [
    ['apps/service/src/matches/match.ts', 100],
    ['apps/service/src/matches/match.test.ts', 40],
    ['apps/service/src/matches/testing/club.ts', 20],
    ['apps/service/scripts/generate.ts', 5],
    ['apps/service/src/rows.gen.ts', 900],
    ['apps/service/src/matches/README.md', 900],
    ['packages/client/src/testing/kit.ts', 7],
    ['packages/client/src/testing/kit.test.ts', 3],
    ['packages/python/src/_generated/models.py', 900],
    ['packages/python/tests/test_client.py', 11],
    ['spec/dist/openapi.ts', 900],
    ['.dependency-cruiser.js', 2],
  ].map(([path, lines]) => ({ path: String(path), lines: Number(lines) }));
  expect(
    countLines(files).map((row) => [row.name, row.files, row.lines, row.testFiles, row.testLines]),
  ).toEqual([
    ['(root)', 1, 2, 0, 0],
    ['apps/service', 2, 105, 2, 60],
    ['packages/client', 1, 7, 1, 3],
    ['packages/python', 0, 0, 1, 11],
    ['service src', 1, 100, 2, 60],
    ['all', 4, 114, 4, 74],
  ]);
});
