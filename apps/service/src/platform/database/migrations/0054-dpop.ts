import { type Kysely, sql } from 'kysely';

// Tokens bound to a key of the client (DPoP, RFC 9449), and the proofs that were used.
const statements = [
  'alter table application add column dpop_bound_access_tokens boolean not null default false',
  'alter table authorization_request add column dpop_jkt text',
  'alter table authorization_code add column dpop_jkt text',
  'alter table access_token add column dpop_jkt text',
  `create table used_dpop_proof (
    proof_hash bytea primary key,
    expires_at timestamptz not null
  )`,
  'create index used_dpop_proof_expiry on used_dpop_proof (expires_at)',
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
