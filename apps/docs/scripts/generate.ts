/** Writes the figures of the simulated league, the table of events, and the version of the clients into the guides. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { programs } from '@partner-rating/processes';
import { contract } from '@partner-rating/spec/contract';
import type { Schema } from '@partner-rating/spec/document';

const LEAGUES = 20;

const league = execFileSync(process.execPath, [programs.league, '--tables', String(LEAGUES)], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
});
writeParts('how-good', league);

const events = contract.events().map(({ type, summary, body }) => {
  const event = contract.resolve<Schema>(body?.content['application/json']?.schema ?? {});
  const data = Object.keys(contract.resolve<Schema>(event.properties?.data ?? {}).properties ?? {});
  return `| \`${type}\` | ${summary} | ${data.map((name) => `\`${name}\``).join(', ')} |`;
});
const table = ['| `type` | When | `data` |', '|---|---|---|', ...events].join('\n');
writeParts('webhooks', `<!-- events -->\n${table}\n<!-- /events -->`);

// Both clients have the same version.
const { version } = JSON.parse(
  readFileSync(new URL('../../../packages/client/package.json', import.meta.url), 'utf8'),
);
const quickStart = fileOf('quick-start');
writeFileSync(
  quickStart,
  readFileSync(quickStart, 'utf8').replaceAll(
    /(?<=\/docs\/packages\/partner[-_]rating(?:-client)?-)\d\S*?(?=\.tgz|-py3-)/g,
    version,
  ),
);

function fileOf(guide: string): URL {
  return new URL(`../guides/${guide}.md`, import.meta.url);
}

/** Replaces the parts of a guide, each between two comments with its name. */
function writeParts(guide: string, parts: string): void {
  const file = fileOf(guide);
  let markdown = readFileSync(file, 'utf8');
  for (const [part, name] of parts.matchAll(/<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/g)) {
    const [before, after] = [
      markdown.split(`<!-- ${name} -->`),
      markdown.split(`<!-- /${name} -->`),
    ];
    if (before.length !== 2 || after.length !== 2) {
      throw new Error(`guides/${guide}.md needs one <!-- ${name} --> and one <!-- /${name} -->.`);
    }
    markdown = `${before[0]}${part}${after[1]}`;
  }
  writeFileSync(file, markdown);
}
