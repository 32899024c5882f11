import { type Kysely, sql } from 'kysely';

// What is never looked for, and may hold a value of somebody. The planner keeps samples of a column,
// also once its table is empty; these it has no use for. To name the type again drops what it has.
const unsampled = [
  ['webhook_delivery', 'payload', 'text'],
  ['webhook_delivery', 'response_body', 'text'],
  ['webhook_delivery', 'error_message', 'text'],
  ['rating_update', 'data', 'text'],
  ['idempotency_record', 'body', 'text'],
  ['account', 'password_hash', 'text'],
  ['account_session', 'user_agent', 'text'],
  ['standing_delta', 'country', 'text collate "C"'],
  ['standing_delta', 'state', 'text collate "C"'],
  ['standing_delta', 'city', 'text collate "C"'],
];

const statements = [
  // When a person's account was erased. The row stays, since the ledger names it, and says nothing of
  // them any more: a statement that writes a fact to it by mistake is refused.
  `alter table member
    add column erased_at timestamptz,
    add column cleared_at timestamptz,
    add constraint member_erased check (
      erased_at is null or not is_discoverable and not is_wheelchair and gender = 'UNKNOWN'
        and num_nonnulls(email, email_hash, birth_date, birth_year, city, state, zip, country) = 0
    )`,

  // What they left in the database beside its rows is cleared a little later.
  `create index member_uncleared on member (id)
    where erased_at is not null and cleared_at is null`,

  // By these, retention finds ghosts that nobody claimed.
  `create index member_unclaimed on member (created_at, id)
    where is_ghost and merged_into is null and erased_at is null`,

  // An audit entry still cannot be changed or deleted, but what it says beside who, what and when
  // may be dropped: it can hold a value of somebody who erased their account.
  'drop trigger audit_entry_append_only on audit_entry',
  `create trigger audit_entry_append_only before delete or truncate or update of
      audit_order, occurred_at, actor, action, application_id, member_id
    on audit_entry for each statement execute function refuse_audit_change()`,
  `create trigger audit_entry_details_dropped before update of details on audit_entry
    for each row when (new.details is not null) execute function refuse_audit_change()`,

  // Deliveries about a member are looked for when they erase their account.
  `create index webhook_delivery_member on webhook_delivery (member_id) where member_id is not null`,
  `create index rating_update_member on rating_update (member_id)`,
  `create index imported_ghost_member on imported_ghost (member_id)`,

  ...unsampled.map(
    ([table, column, type]) => `alter table ${table}
      alter column ${column} type ${type}, alter column ${column} set statistics 0`,
  ),
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
