import { execFile } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import { sql } from 'kysely';
import type { LeagueSize } from './league.ts';
import { leagueInWords } from './load-ledger.ts';
import { markdownTable, type Row } from './table.ts';

/** Where, when and with what the figures were measured. */
export interface Setting {
  machine: string;
  postgres: string;
  node: string;
  date: string;
  commit: string;
}

export async function describeSetting(maintenanceUrl: string): Promise<Setting> {
  const { database, close } = openPostgres(maintenanceUrl);
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(database);
  await close();
  const commit = await promisify(execFile)('git', ['describe', '--always', '--dirty'], {
    cwd: import.meta.dirname,
  });
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return {
    machine: `${processors.length} cores (${processors[0]?.model.trim()}), ${memory} GB of memory`,
    postgres: rows[0]?.server_version ?? '',
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    commit: commit.stdout.trim(),
  };
}

/** Returns the page with the figures, in Markdown. */
export function scalePage(
  setting: Setting,
  sizes: readonly LeagueSize[],
  rows: readonly Row[],
): string {
  const members = sizes.map((size) => size.members.toLocaleString('en')).join(' and ');
  return `# Cost by growth

This page shows what each task costs as the service grows. \`npx -y pnpm@12 run rehearse:scale\` writes it.

- **Machine**: ${setting.machine}
- **PostgreSQL**: ${setting.postgres}, with its default settings
- **Node**: ${setting.node}
- **Date**: ${setting.date}
- **Commit**: ${setting.commit}
- **Members**: ${members}
- **Matches**: ${leagueInWords}

Reads are sent one at a time, to each size in turn. The growth is the last size divided by the first size.

${markdownTable(
  rows,
  sizes.map(({ matches }) => matches),
)}`;
}
