/**
 * Writes a dump of a released version. Tests of later versions upgrade from it. `pnpm dump-for-upgrade <version>`.
 * docs/recipes/release.md says when.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { DUMPS, filesOf } from './dumps.ts';
import { makeDump } from './make-dump.ts';

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('Name the dump by its version, such as 0.1.0.');

const { facts, sql } = await makeDump();
const files = filesOf(version);
await mkdir(DUMPS, { recursive: true });
await writeFile(files.facts, gzipSync(JSON.stringify(facts), { level: 9 }));
await writeFile(files.sql, gzipSync(sql, { level: 9 }));
