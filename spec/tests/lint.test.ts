import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { folder } from './source.ts';

const redocly = `${dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'))}/bin/cli.js`;

it('the document lints without an error or a warning', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [redocly, 'lint', 'openapi.yaml', '--format=json', '--max-problems=1000'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  const { totals, problems } = JSON.parse(stdout);
  expect(problems).toEqual([]);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});
