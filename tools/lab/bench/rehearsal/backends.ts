import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import { sql } from 'kysely';

const SAMPLE_MILLISECONDS = 250;

export interface Backends {
  /** The largest private memory of a process of PostgreSQL that served one of these databases, in MB. */
  peakMegabytes: (names: readonly string[]) => number;
  stop: () => Promise<void>;
}

/** Samples the memory of all processes of a local PostgreSQL without what they share. Linux only. */
export function watchBackends(maintenanceUrl: string): Backends {
  const { database, close } = openPostgres(maintenanceUrl);
  const peaks = new Map<string, number>();
  const sample = async () => {
    const { rows } = await sql<{ pid: number; name: string }>`
      select pid, datname as name from pg_stat_activity where datname is not null
    `.execute(database);
    for (const { pid, name } of rows) {
      const megabytes = await privateMegabytes(pid);
      peaks.set(name, Math.max(peaks.get(name) ?? 0, megabytes));
    }
  };
  const stopping = new AbortController();
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await sample();
      await sleep(SAMPLE_MILLISECONDS, null, { signal: stopping.signal }).catch(() => {});
    }
  };
  const watching = watch();
  return {
    peakMegabytes: (names) => Math.max(...names.map((name) => peaks.get(name) ?? 0)),
    stop: async () => {
      stopping.abort();
      await watching;
      await close();
    },
  };
}

async function privateMegabytes(pid: number): Promise<number> {
  // It may have just ended.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}
