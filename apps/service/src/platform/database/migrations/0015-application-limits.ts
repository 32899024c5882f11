import { type Kysely, sql } from 'kysely';

const statements = [
  // Requests a minute by class, where an operator gave the application its own: {"ingest": 1200}.
  `alter table application add column rate_limits jsonb
    check (rate_limits is null or jsonb_typeof(rate_limits) = 'object')`,
  // The audit is listed by time, by its numbers otherwise.
  `create index audit_entry_time on audit_entry (occurred_at)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
