import { type Kysely, sql } from 'kysely';

// By most of these, what is kept too long is found without going through what is kept. Rating updates have
// theirs already, by application. A delivery is in its index from the end of its attempts on.
const statements = [
  `create index webhook_delivery_finished on webhook_delivery (created_at)
    where status <> 'pending'`,
  `create index idempotency_record_expiry on idempotency_record (expires_at)`,
  `create index authorization_request_expiry on authorization_request (expires_at)`,
  `create index authorization_code_expiry on authorization_code (expires_at, code_hash)`,
  `create index access_token_expiry on access_token (expires_at)`,
  `create index refresh_token_expiry on refresh_token (expires_at)`,
  `create index account_session_expiry on account_session (expires_at)`,
  // The events of one batch are due at one moment: by their order too, the first few of an endpoint
  // are found without sorting all of them.
  `drop index webhook_delivery_waiting`,
  `create index webhook_delivery_waiting
    on webhook_delivery (application_id, next_attempt_at, delivery_order)
    where status = 'pending'`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
