// The table of tokens with which programs act in the name of operators.

import { type Kysely, sql } from 'kysely';
import { table } from './statements.ts';

const statements = [
  ...table(`
    -- A token with which a program acts in the name of an operator.
    create table operator_token (
      -- The public id, opt_...
      id text primary key,
      -- The name in the audit. It outlives the account.
      operator text not null,
      -- What the token may do.
      role text not null check (role in ('support', 'admin')),
      -- The first characters, by which its owner knows it.
      prefix text not null,
      -- A hash of the token.
      secret_hash bytea not null unique,
      -- When it was created.
      created_at timestamptz not null,
      -- When it stops working.
      expires_at timestamptz not null,
      -- When it was revoked.
      revoked_at timestamptz,
      -- When it was last used.
      last_used_at timestamptz
    )`),
  // The owner of a key is an application or an operator.
  `alter table idempotency_record drop constraint idempotency_record_application_id_fkey`,
];

/** Lets programs act in the name of operators, over HTTP. */
export async function addOperatorTokens(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
