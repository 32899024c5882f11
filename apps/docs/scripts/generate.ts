/** Writes the figures of the simulated league and the table of events into the guides. */
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

/** Replaces the parts of a guide, each between two comments with its name. */
function writeParts(guide: string, parts: string): void {
  const file = new URL(`../guides/${guide}.md`, import.meta.url);
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
