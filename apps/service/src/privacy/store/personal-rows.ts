import { sql } from 'kysely';
import type { DatabaseTransaction, Schema } from '../../platform/database/schema.ts';

/**
 * Tables whose rows about a person are deleted, with the column that names the person. A test checks that every column that
 * refers to a member is here or in `retainedOfPeople`.
 */
export const deletedWithPeople = {
  // Its sessions, links, browsers, and two-step verification are deleted with it.
  account: 'member_id',
  declined_claim: 'member_id',
  imported_ghost: 'member_id',
  mail: 'member_id',
  player_mail: 'member_id',
  shared_page: 'member_id',
  webhook_delivery: 'member_id',
} as const satisfies { [Table in keyof Schema]?: keyof Schema[Table] & string };

/** Tables whose rows stay, because they contain only the id or number of a person. */
export const retainedOfPeople = {
  // Who allowed and did what, and when.
  connection: ['member_id'],
  audit_entry: ['member_id'],
  // Without its data, because a partner's cursor may point to it, and a cursor needs its row.
  rating_update: ['member_id'],
  // The ledger, and what is computed from it.
  match_participant: ['member_number'],
  match_response: ['member_number'],
  unconfirmed_participation: ['member_id', 'participant_number'],
  declined_claim: ['participant_id'],
  rating: ['member_id'],
  player_state: ['member_number'],
  rating_change: ['member_number'],
  job_difference: ['member_id'],
  member: ['member_number', 'merged_into'],
  member_sequence: ['member_id'],
  settlement_due: ['member_ids'],
  settlement_player: ['member_id'],
  // Triggers on `member` keep these up to date.
  member_activity: ['member_number'],
  member_word: ['member_number'],
  standing: ['member_number'],
  standing_delta: ['member_number'],
} as const satisfies { [Table in keyof Schema]?: readonly (keyof Schema[Table] & string)[] };

/** Deletes what is stored about the people outside the ledger. Of rating updates, it deletes only the data. */
export async function deletePersonalRows(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
): Promise<void> {
  for (const [table, column] of Object.entries(deletedWithPeople)) {
    await sql`
      delete from ${sql.table(table)} where ${sql.ref(column)} = any(${memberIds}::text[])
    `.execute(transaction);
  }
  await sql`
    update rating_update set data = '{}' where member_id = any(${memberIds}::text[])
  `.execute(transaction);
}

/** Deletes what is stored for an address, with or without an account. */
export async function deleteRowsOfAddresses(
  transaction: DatabaseTransaction,
  emails: readonly string[],
): Promise<void> {
  for (const table of ['mail', 'account_link', 'account_registration'] as const) {
    await sql`
      delete from ${sql.table(table)}
      where lower(email) in (select lower(address) from unnest(${emails}::text[]) as address)
    `.execute(transaction);
  }
}

/** Deletes every code and token of the people's connections, used or not. */
export async function deleteGrants(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
): Promise<void> {
  for (const table of ['access_token', 'refresh_token', 'authorization_code'] as const) {
    await transaction
      .deleteFrom(table)
      .where('connection_id', 'in', (query) =>
        query
          .selectFrom('connection')
          .select('id')
          .where('member_id', '=', sql<string>`any(${memberIds}::text[])`),
      )
      .execute();
  }
}

/** Finds the teams that an account is in. */
export async function listTeamsOf(transaction: DatabaseTransaction, accountId: string) {
  return await transaction
    .selectFrom('application_member')
    .select(['id as teamMemberId', 'application_id as applicationId', 'role'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/**
 * Deletes what is stored about a person who works for a partner. With the account go its sessions, links, and
 * browsers, and the person leaves their teams.
 */
export async function deletePersonOfPartner(
  transaction: DatabaseTransaction,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  await transaction.deleteFrom('account').where('id', '=', accountId).execute();
  await transaction.deleteFrom('idempotency_record').where('owner', '=', accountId).execute();
  const isTheirs = sql<boolean>`lower(email) = lower(${email})`;
  await transaction
    .deleteFrom('application_member')
    .where('account_id', 'is', null)
    .where(isTheirs)
    .execute();
  await transaction
    .deleteFrom('account_registration')
    .where('role', '=', 'partner')
    .where(isTheirs)
    .execute();
  // A player with the same address keeps the mails about their account.
  await transaction.deleteFrom('mail').where('member_id', 'is', null).where(isTheirs).execute();
}

/** Removes the details of audit entries about the people. Who, what, and when stay. */
export async function dropAuditDetails(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
): Promise<void> {
  await sql`
    update audit_entry set details = null
    where member_id = any(${memberIds}::text[]) and details is not null
  `.execute(transaction);
}

/**
 * Replaces the reasons of operators for upholding results of the people's matches, if they contain a first name, a last name,
 * or an email address of the people. Call it before the names are overwritten.
 */
export async function removeReasonsAbout(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
  replacement: string,
): Promise<void> {
  await sql`
    with about as materialized (
      select response.arrival, response.upheld_at, response.upholding_reason as reason
      from member
      join match_participant as participant on participant.member_number = member.member_number
      join match_response as response on response.arrival = participant.arrival
      where member.id = any(${memberIds}::text[]) and response.upholding_reason is not null
        and exists (
          select from unnest(array[member.first_name, member.last_name, member.email]) as value
          where value <> '' and position(lower(value) in lower(response.upholding_reason)) > 0
        )
    ), replaced as (
      update match_response set upholding_reason = ${replacement}
      from about
      where match_response.arrival = about.arrival and match_response.upheld_at = about.upheld_at
    )
    update audit_entry set details = null
    from about
    where audit_entry.occurred_at = about.upheld_at and audit_entry.action = 'match.upheld'
      and audit_entry.details ->> 'reason' = about.reason
  `.execute(transaction);
}

/** Deletes stored answers to repeated requests that contain one of the texts, in any case. */
export async function deleteAnswersWith(
  transaction: DatabaseTransaction,
  texts: readonly string[],
): Promise<void> {
  await sql`
    delete from idempotency_record
    where exists (
      select from unnest(${texts}::text[]) as trace
      where position(lower(trace) in lower(body)) > 0
    )
  `.execute(transaction);
}

/** Finds the applications to which a member is connected. */
export async function listConnectedIds(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('connection')
    .select('application_id')
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('application_id')
    .execute();
  return rows.map(({ application_id }) => application_id);
}

interface UnsentRevocation {
  applicationId: string;
  endpointId: string;
  /** The event as JSON text, as it was written. */
  payload: string;
}

/** Finds undelivered events about earlier ended connections of the member. */
export async function findUnsentRevocations(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<UnsentRevocation[]> {
  return await transaction
    .selectFrom('webhook_delivery')
    .select(['application_id as applicationId', 'endpoint_id as endpointId', 'payload'])
    .where('member_id', '=', memberId)
    .where('event_type', '=', 'connection.revoked')
    .where('status', '=', 'pending')
    .orderBy('delivery_order')
    .execute();
}
