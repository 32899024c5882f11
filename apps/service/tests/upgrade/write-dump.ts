/**
 * Writes a dump of a released version. Tests of later versions upgrade from it. `pnpm dump-for-upgrade <version>`.
 * docs/recipes/release.md says when.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeDump } from './make-dump.ts';

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('Name the dump by its version, such as 0.1.0.');

const folder = join(import.meta.dirname, 'dumps');
const { facts, sql } = await makeDump();
await mkdir(folder, { recursive: true });
await writeFile(join(folder, `${version}.json`), `${JSON.stringify(facts, null, 2)}\n`);
await writeFile(join(folder, `${version}.sql.gz`), gzipSync(sql, { level: 9 }));
