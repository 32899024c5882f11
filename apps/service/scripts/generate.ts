/**
 * Writes the list of handlers, what is made of the document of operators, the row types of the database that the migrations make, and the table of settings in the
 * guide to self-hosting.
 */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { interfaceFiles } from '@partner-rating/codegen/admin';
import { writeFiles } from '@partner-rating/codegen/model';
import { documentFiles } from '@partner-rating/codegen/server';
import { readAdminContract } from '@partner-rating/spec/contract';
import { settingsTable } from '../src/platform/configuration/configuration.ts';
import { embeddedOptions, openPglite } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { operations } from './operations.ts';
import { rowTypes } from './row-types.ts';

const folder = new URL('../src/', import.meta.url);
const handlers = globSync('*/operations/*.*.ts', { cwd: folder });
await writeFile(new URL('operations.gen.ts', folder), operations(handlers));

const admin = readAdminContract();
const sentByStubs = ['x-request-id', 'cache-control', 'x-content-type-options'];
const adminFiles = { ...(await documentFiles(admin, sentByStubs)), ...interfaceFiles(admin) };
await writeFiles(
  new URL('console/api', folder).pathname,
  Object.fromEntries(
    Object.entries(adminFiles).map(([name, code]) => [name.replace('generated/', ''), code]),
  ),
);

const guide = new URL('../../docs/guides/self-hosting.md', import.meta.url);
const table = `<!-- settings -->\n${settingsTable()}\n<!-- /settings -->`;
const text = await readFile(guide, 'utf8');
await writeFile(
  guide,
  text.replace(/<!-- settings -->[\s\S]*<!-- \/settings -->/, () => table),
);

const pglite = await PGlite.create(embeddedOptions);
const database = openPglite(pglite);
await migrateToLatest(database);
await writeFile(
  new URL('../src/platform/database/schema.gen.ts', import.meta.url),
  await rowTypes(database),
);
await pglite.close();
