/** Writes the list of handlers, and the row types of the database that the migrations make. */
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { embeddedOptions, openPglite } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { operations } from './operations.ts';
import { rowTypes } from './row-types.ts';

const folder = new URL('../src/', import.meta.url);
const handlers = globSync('*/operations/*.ts', { cwd: folder });
await writeFile(new URL('operations.gen.ts', folder), operations(handlers));

const pglite = await PGlite.create(embeddedOptions);
const database = openPglite(pglite);
await migrateToLatest(database);
await writeFile(
  new URL('../src/platform/database/schema.gen.ts', import.meta.url),
  await rowTypes(database),
);
await pglite.close();
