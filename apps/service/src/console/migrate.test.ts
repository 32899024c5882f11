import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testRows } from '@partner-rating/table-tests';
import { expect, it, onTestFinished } from 'vitest';
import { connectDatabase } from '../platform/database/connect.ts';
import { whichDatabase } from './migrate.ts';
import { OperatorError } from './terminal.ts';

testRows([
  ['postgres://rating:secret@db.example:6432/ratings', 'PostgreSQL at db.example:6432, ratings'],
  ['postgresql://rating@localhost', 'PostgreSQL at localhost, rating'],
])('says which database a command works on, and no password', (databaseUrl, words) => {
  expect(whichDatabase({ databaseUrl, dataDirectory: '.data' })).toBe(words);
});

it('refuses a missing embedded database, and creates none', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-which-'));
  onTestFinished(() => rm(dataDirectory, { recursive: true }));
  const address = { databaseUrl: null, dataDirectory };
  expect(() => whichDatabase(address)).toThrow(OperatorError);
  expect(() => whichDatabase(address)).toThrow(/Set DATABASE_URL, or DATA_DIR/);
  expect(await readdir(dataDirectory)).toEqual([]);

  await (await connectDatabase(address)).close();
  expect(whichDatabase(address)).toBe(`the embedded one in ${dataDirectory}`);
});
