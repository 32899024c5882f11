import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { startPgBouncer } from '../../testing/pgbouncer.ts';
import { createEmptyPostgres } from '../../testing/test-database.ts';
import { openPostgres } from './connect.ts';

/** The defaults that a role may have, and what the service sets instead. */
const settings = [
  ['jit', 'on', 'off'],
  ['plan_cache_mode', 'force_generic_plan', 'auto'],
  ['default_transaction_isolation', 'serializable', 'read committed'],
  ['statement_timeout', '1min', '0'],
  ['lock_timeout', '1min', '0'],
  ['idle_in_transaction_session_timeout', '1min', '15s'],
  ['log_parameter_max_length_on_error', '-1', '0'],
  ['TimeZone', 'Asia/Kathmandu', 'UTC'],
  ['DateStyle', 'SQL, DMY', 'ISO, MDY'],
  ['IntervalStyle', 'sql_standard', 'postgres'],
  ['bytea_output', 'escape', 'hex'],
  ['extra_float_digits', '0', '1'],
  ['standard_conforming_strings', 'off', 'on'],
] as const;

/** Returns the address of a database for a role with all these defaults. */
async function roleWithOtherDefaults(): Promise<string> {
  const url = new URL(await createEmptyPostgres());
  const maintenance = openPostgres(inject('postgresUrl'));
  const role = `other_defaults_${url.pathname.slice(1)}`;
  const run = async (statement: string) =>
    void (await sql.raw(statement).execute(maintenance.database));
  await run(`create role ${role} login`);
  for (const [name, value] of settings) await run(`alter role ${role} set ${name} to '${value}'`);
  await run(`alter database ${url.pathname.slice(1)} owner to ${role}`);
  onTestFinished(async () => {
    await run(`drop database ${url.pathname.slice(1)} with (force)`);
    await run(`drop role ${role}`);
    await maintenance.close();
  });
  url.username = role;
  return url.href;
}

describe('the sessions of the service have its settings, not the defaults of the role,', () => {
  it.each(['PostgreSQL', 'PgBouncer in transaction mode'])('on %s', async (server) => {
    const direct = await roleWithOtherDefaults();
    const { url, stop } =
      server === 'PostgreSQL'
        ? { url: direct, stop: async () => {} }
        : await startPgBouncer(direct);
    // Patient, because ten sessions start slowly on a busy machine.
    const options = { timeoutMilliseconds: 1_250, isPatient: true };
    const { database, close } = openPostgres(url, options);
    onTestFinished(async () => {
      await close();
      await stop();
    });
    const shown = async () =>
      await database.transaction().execute(async (transaction) => {
        const { rows } = await sql<Record<string, string>>`
          select ${sql.join(
            settings.map(([name]) => sql`current_setting(${name}::text) as ${sql.ref(name)}`),
          )}
        `.execute(transaction);
        return rows[0];
      });
    const wanted = Object.fromEntries(settings.map(([name, , value]) => [name, value]));
    // As many at once as there are connections, so that the test asks each connection of the pooler.
    expect(await Promise.all(Array.from({ length: 10 }, shown))).toEqual(
      Array.from({ length: 10 }, () => wanted),
    );
  });
});
