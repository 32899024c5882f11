import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table webhook_delivery add column traceparent text`,
  `comment on column webhook_delivery.traceparent is 'The span of OpenTelemetry that queued it. Null while tracing is off.'`,
  `alter table settlement_due add column traceparent text`,
  `comment on column settlement_due.traceparent is 'The span of OpenTelemetry that made it due. Null while tracing is off.'`,
];

/** Stores the cause of queued work, so that a trace contains the work. */
export async function addTraceparents(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
