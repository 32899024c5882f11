import { type Kysely, sql } from 'kysely';

const columns = `
  id, event_id, application_id, endpoint_id, member_id, event_type, payload, url, status, attempts,
  max_attempts, status_code, response_body, error_message, last_attempt_at, next_attempt_at,
  leased_until, completed_at, created_at, delivery_order
`;

// What waits is a table of its own, so that a claim never looks at what has ended, and what has ended is
// divided by days, so that a day goes as a whole. The days are tables that the service makes ahead of time.
const tables = [
  `alter table webhook_delivery rename to webhook_delivery_before`,
  `create sequence webhook_delivery_order`,
  `select setval('webhook_delivery_order', last_value, is_called)
    from webhook_delivery_delivery_order_seq`,
  `create table webhook_delivery (
    id text not null,
    delivery_order bigint not null default nextval('webhook_delivery_order'),
    event_id text not null,
    application_id text not null,
    endpoint_id text not null,
    member_id text,
    event_type text not null,
    payload text not null,
    url text not null,
    status text not null default 'pending',
    attempts integer not null default 0,
    max_attempts integer not null,
    status_code integer,
    response_body text,
    error_message text,
    last_attempt_at timestamptz,
    next_attempt_at timestamptz,
    leased_until timestamptz,
    completed_at timestamptz,
    created_at timestamptz not null,
    transaction_id bigint not null default pg_current_xact_id()::text::bigint,
    constraint webhook_delivery_status_check check (status in ('pending', 'success', 'failed'))
  ) partition by list (status)`,

  // Half of each page is left for the claim, which then changes no index. What has ended names an application
  // that was checked when it was queued.
  `create table webhook_delivery_pending partition of webhook_delivery for values in ('pending')
    with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`,
  `alter table webhook_delivery_pending add foreign key (application_id) references application`,
  `create unique index webhook_delivery_pending_id on webhook_delivery_pending (id)`,
  `create index webhook_delivery_pending_endpoint
    on webhook_delivery_pending (endpoint_id, next_attempt_at, delivery_order)`,
  `create index webhook_delivery_pending_transaction on webhook_delivery_pending (transaction_id)`,
  `create index webhook_delivery_pending_member on webhook_delivery_pending (member_id)
    where member_id is not null`,
  `create index webhook_delivery_pending_log
    on webhook_delivery_pending (application_id, delivery_order desc)`,

  `create table webhook_delivery_ended partition of webhook_delivery
    for values in ('success', 'failed') partition by range (created_at)`,
  // Of days that have no table: what waited so long that its day is gone.
  `create table webhook_delivery_default partition of webhook_delivery_ended default`,
  `create unique index webhook_delivery_default_id on webhook_delivery_default (id)`,
  `create index webhook_delivery_default_log
    on webhook_delivery_default (application_id, delivery_order desc)`,
  `create index webhook_delivery_default_member on webhook_delivery_default (member_id)
    where member_id is not null`,
  `create index webhook_delivery_default_created on webhook_delivery_default (created_at)`,

  // Of these, which are never looked for, the planner keeps no samples.
  `alter table webhook_delivery
    alter column payload set statistics 0,
    alter column response_body set statistics 0,
    alter column error_message set statistics 0`,
];

const waiting = [
  `insert into webhook_delivery (${columns})
    select ${columns} from webhook_delivery_before where status = 'pending'`,
  `delete from webhook_delivery_before where status = 'pending'`,
];

// What has ended stays where it is: it is read once, and nothing of it is written. It is found by the indexes
// it has, and goes as a whole 30 days after its last day.
const ended = [
  `drop index webhook_delivery_due, webhook_delivery_waiting`,
  `alter table webhook_delivery_before
    alter column delivery_order drop identity,
    add column transaction_id bigint not null default 0`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  const run = async (statement: string) => (await sql.raw<Last>(statement).execute(database)).rows;
  for (const statement of [...tables, ...waiting]) await run(statement);
  const [last] = await run(
    `select (date_trunc('day', max(created_at) at time zone 'UTC') + interval '1 day')::text as day
      from webhook_delivery_before where status <> 'pending'`,
  );
  if (last?.day == null) {
    await run('drop table webhook_delivery_before');
    return;
  }
  for (const statement of ended) await run(statement);
  await run(`alter table webhook_delivery_ended attach partition webhook_delivery_before
    for values from (minvalue) to ('${last.day}+00')`);
}

interface Last {
  /** The first moment after the last day of what has ended; null where nothing has. */
  day: string | null;
}
