import pg from 'pg';
import { describeSchema, isRestored, type RunStatement } from './restored-database.ts';

// To copy the template costs PostgreSQL hundreds of files, to empty tables a few. So a database
// goes from one test to the next, as long as it is again what the migrations left.
const idle = new Map<string, string[]>();
const schemas = new Map<string, string>();
let count = 0;

export interface LeasedPostgres {
  url: string;
  /** Called once nothing is connected to it any more. */
  release: () => void;
}

/** A database as `template` of the server is, for one test alone until it is released. */
export async function leasePostgres(serverUrl: string): Promise<LeasedPostgres> {
  const url = (await takeIdle(serverUrl)) ?? (await copyTemplate(serverUrl));
  let isReleased = false;
  return {
    url,
    release: () => {
      if (!isReleased) idle.set(serverUrl, [...(idle.get(serverUrl) ?? []), url]);
      isReleased = true;
    },
  };
}

/** The address of a new database like another of the server. */
export async function createDatabase(serverUrl: string, template: string): Promise<string> {
  count += 1;
  const name = `test_${process.pid}_${count}`;
  await withSession(serverUrl, (run) => run(`create database ${name} template ${template}`));
  return serverUrl.replace(/postgres$/, name);
}

async function copyTemplate(serverUrl: string): Promise<string> {
  const url = await createDatabase(serverUrl, 'template');
  if (!schemas.has(serverUrl)) schemas.set(serverUrl, await withSession(url, describeSchema));
  return url;
}

async function takeIdle(serverUrl: string): Promise<string | null> {
  for (;;) {
    const url = idle.get(serverUrl)?.shift();
    if (url === undefined) return null;
    const isUsable = async (run: RunStatement) =>
      !(await isInUse(run)) && (await isRestored(run, schemas.get(serverUrl) ?? ''));
    if (await withSession(url, isUsable).catch(() => false)) return url;
  }
}

/** Whether something that a test left running may still write to it. */
async function isInUse(run: RunStatement): Promise<boolean> {
  const others = await run(`
    select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
  `);
  return others.length > 0;
}

async function withSession<Result>(
  connectionString: string,
  work: (run: RunStatement) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}
