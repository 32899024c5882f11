import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { run } from './run.ts';
import type { Library, Setting } from './setting.ts';

// The driver searches the printed text for keys, so the outcomes go to a file.
const [settingFile = '', outcomesFile = '', format] = process.argv.slice(2);
const load =
  format === 'commonjs' ? createRequire(import.meta.url) : (name: string) => import(name);
const library: Library = {
  ...(await load('@partner-rating/client')),
  ...(await load('@partner-rating/client/operations')),
  ...(await load('@partner-rating/client/testing')),
  ...(await load('@partner-rating/client/webhooks')),
  ratings: await load('@partner-rating/ratings'),
};
const setting = JSON.parse(await readFile(settingFile, 'utf8')) as Setting;
await writeFile(outcomesFile, JSON.stringify(await run(library, setting)));
