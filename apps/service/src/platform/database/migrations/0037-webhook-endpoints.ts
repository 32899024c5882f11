import { type Kysely, sql } from 'kysely';

// An application may have several endpoints. The one it had is its default one, whose id follows from that of the
// application, so that what was delivered to it before it was deleted and set again stays its own.
const statements = [
  `alter table webhook_endpoint add column id text`,
  `update webhook_endpoint set id = 'whe_' || substr(application_id, 5)`,
  `alter table webhook_endpoint
    alter column id set not null,
    drop constraint webhook_endpoint_pkey,
    add primary key (id)`,
  `create index webhook_endpoint_application on webhook_endpoint (application_id)`,

  `alter table webhook_delivery add column endpoint_id text`,
  `update webhook_delivery set endpoint_id = 'whe_' || substr(application_id, 5)`,
  `alter table webhook_delivery alter column endpoint_id set not null`,
  `drop index webhook_delivery_waiting`,
  `create index webhook_delivery_waiting
    on webhook_delivery (endpoint_id, next_attempt_at, delivery_order)
    where status = 'pending'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
