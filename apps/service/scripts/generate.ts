/** Writes the row types of the database that the migrations make. */
import { writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { embeddedOptions, openPglite } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { notes } from './column-notes.ts';
import { rowTypes } from './row-types.ts';

const pglite = await PGlite.create(embeddedOptions);
const database = openPglite(pglite);
await migrateToLatest(database);
await writeFile(
  new URL('../src/platform/database/schema.gen.ts', import.meta.url),
  await rowTypes(database, notes),
);
await pglite.close();
