import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { providedProgram } from '@partner-rating/provision';
import { expect, it, onTestFinished } from 'vitest';
import { batchOf } from '../src/matches/testing/batches.ts';
import { handle, openClubIn } from '../src/matches/testing/story.ts';
import { openTestDatabase } from '../src/testing/test-database.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

it('backup-drill.sh restores a dump, and recovers a base backup to the moment before a mistake', async () => {
  const { database, url, close } = await openTestDatabase('postgres');
  onTestFinished(close);
  const { club, doubles, singles } = await openClubIn(database);
  await handle(club, batchOf([doubles, singles]));
  const { path, environment } = await providedProgram('postgres');
  const { stdout } = await promisify(execFile)('sh', [pathOf('../deploy/backup-drill.sh')], {
    env: {
      ...process.env,
      ...environment,
      DATABASE_URL: url ?? '',
      OPERATOR: `${process.execPath} ${pathOf('../src/main.ts')} operator`,
      PG_BIN: dirname(realpathSync(path)),
      PG_USER: 'nobody',
    },
  });
  expect(stdout.match(/2 matches gone through. The ratings are what the ledger says./g)).toEqual([
    expect.anything(),
    expect.anything(),
  ]);
  expect(stdout).toMatch(/can be restored\.\n$/);
});
