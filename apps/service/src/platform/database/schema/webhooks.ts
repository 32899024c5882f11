import { table, withoutSamples } from './statements.ts';

// Pending deliveries have a table of their own, so that a dispatcher that looks for due deliveries never reads the ended ones.
// Ended deliveries have a table for each day, so that retention can drop a whole day. The service creates these tables in advance.

export const webhooks = [
  ...table(`
    -- An endpoint that events are sent to.
    create table webhook_endpoint (
      -- The public id, whe_...
      id text primary key,
      -- The application that receives the events.
      application_id text not null references application,
      -- Where events are sent.
      url text not null,
      -- The event types that it receives.
      events text[] not null,
      -- Whether events are sent.
      status text not null check (status in ('enabled', 'disabled')),
      -- Why it is disabled.
      disabled_reason text,
      -- The signing secret, sealed.
      secret_sealed bytea not null,
      -- Each earlier secret that still signs, with its end, sealed as one text.
      previous_secret_sealed bytea,
      -- When the last of them ends.
      previous_secret_expires_at timestamptz,
      -- Since when every attempt has failed. Null after a success.
      failing_since timestamptz,
      -- When it was created.
      created_at timestamptz not null,
      -- When the application last changed it.
      updated_at timestamptz not null,
      -- When an attempt last failed. Null if none did.
      last_failed_at timestamptz
    )`),
  `create index webhook_endpoint_application on webhook_endpoint (application_id)`,

  `create sequence webhook_delivery_order`,
  ...table(`
    -- A delivery of an event to an endpoint.
    create table webhook_delivery (
      -- The public id, del_...
      id text not null,
      -- The order in which deliveries were queued.
      delivery_order bigint not null default nextval('webhook_delivery_order'),
      -- The id of the event, which all its deliveries share.
      event_id text not null,
      -- The application that receives it.
      application_id text not null,
      -- The endpoint, which may have been deleted since.
      endpoint_id text not null,
      -- The player whom the event is about.
      member_id text,
      -- The type of the event.
      event_type text not null,
      -- The exact bytes that are signed and sent.
      payload text not null,
      -- Where it is sent.
      url text not null,
      -- Whether it waits, or how it ended.
      status text not null default 'pending',
      -- How many attempts were made.
      attempts integer not null default 0,
      -- After how many attempts it fails.
      max_attempts integer not null,
      -- The status of the last response.
      status_code integer,
      -- The beginning of the last response.
      response_body text,
      -- Why the last attempt got no response.
      error_message text,
      -- When it was last attempted.
      last_attempt_at timestamptz,
      -- When it is due.
      next_attempt_at timestamptz,
      -- Until when an instance attempts it.
      leased_until timestamptz,
      -- When it ended.
      completed_at timestamptz,
      -- When it was first queued.
      created_at timestamptz not null,
      -- The transaction that last queued it, by which dispatchers find what is new.
      transaction_id bigint not null default pg_current_xact_id()::text::bigint,
      constraint webhook_delivery_status_check check (status in ('pending', 'success', 'failed'))
    ) partition by list (status)`),

  // Half of each page stays free. A claim then writes the new version of a row into the same page, and changes no index. Ended
  // deliveries need no foreign key, because their application existed when they were queued.
  `create table webhook_delivery_pending partition of webhook_delivery for values in ('pending')
    with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`,
  `alter table webhook_delivery_pending add foreign key (application_id) references application`,
  `create unique index webhook_delivery_pending_id on webhook_delivery_pending (id)`,
  `create index webhook_delivery_pending_endpoint
    on webhook_delivery_pending (endpoint_id, next_attempt_at, delivery_order)`,
  `create index webhook_delivery_pending_transaction on webhook_delivery_pending (transaction_id)`,
  // An erasure looks for the deliveries about a member.
  `create index webhook_delivery_pending_member on webhook_delivery_pending (member_id)
    where member_id is not null`,
  `create index webhook_delivery_pending_log
    on webhook_delivery_pending (application_id, delivery_order desc)`,

  `create table webhook_delivery_ended partition of webhook_delivery
    for values in ('success', 'failed') partition by range (created_at)`,
  // For days without a table: a delivery can wait so long that the table of its day was dropped.
  `create table webhook_delivery_default partition of webhook_delivery_ended default`,
  `create unique index webhook_delivery_default_id on webhook_delivery_default (id)`,
  `create index webhook_delivery_default_log
    on webhook_delivery_default (application_id, delivery_order desc)`,
  `create index webhook_delivery_default_member on webhook_delivery_default (member_id)
    where member_id is not null`,
  `create index webhook_delivery_default_created on webhook_delivery_default (created_at)`,
  withoutSamples('webhook_delivery', ['payload', 'response_body', 'error_message']),

  ...table(`
    -- The number of the last event about a player. Locking the row in the transaction of an event keeps it growing.
    create table member_sequence (
      -- The player.
      member_id text primary key references member,
      -- The number.
      sequence bigint not null
    )`),
];
