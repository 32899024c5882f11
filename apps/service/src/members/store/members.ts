import { type RawBuilder, sql, type Updateable } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  MemberRow,
  MemberTable,
} from '../../platform/database/schema.ts';
import { idsToday } from '../../ratings/store/players.ts';

/**
 * Returns the members with these ids and member numbers, each once, in no particular order. For a claimed ghost (a
 * member without an account) it returns the member who claimed it. Erased members do not exist.
 */
export async function findMembers(
  database: Database,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly string[] },
): Promise<MemberRow[]> {
  if (ids.length === 0 && numbers.length === 0) return [];
  return await database
    .selectFrom('member')
    .selectAll()
    .where('erased_at', 'is', null)
    .where('id', '=', idsToday(database, { ids, numbers }))
    .execute();
}

/** Returns the countries of the members who may be found and live in a city, a state, or both: '' if it is not known. */
export async function findCountries(
  database: Database,
  { city, state }: { city: string | null; state: string | null },
): Promise<string[]> {
  const location = sql.join(
    [
      ...(city === null ? [] : [sql`city_folded = ${city}`]),
      ...(state === null ? [] : [sql`state_folded = left(fold_state(${state}), 100)`]),
    ],
    sql` and `,
  );
  const first = (after: RawBuilder<unknown>) => sql`
    select min(coalesce(country, '')) from member
    where is_discoverable and merged_into is null and ${location} ${after}`;
  // Jumps from each country to the next, because a city has one entry for each member who lives there.
  const { rows } = await sql<{ country: string }>`
    with recursive lived_in (country) as (
      ${first(sql``)}
      union all
      select (${first(sql`and coalesce(country, '') > lived_in.country`)}) from lived_in
      where lived_in.country is not null
    )
    select country from lived_in where country is not null
  `.execute(database);
  return rows.map(({ country }) => country);
}

/** Prevents an erasure of the member until the transaction ends. Returns false if the member is erased. */
export async function lockAgainstErasure(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<boolean> {
  return (await lockAllAgainstErasure(transaction, [memberId])).has(memberId);
}

/**
 * Prevents erasures of these members until the transaction ends. Returns the ids of those who are not erased. A transaction
 * that stores a name must call it, and leave out the others.
 */
export async function lockAllAgainstErasure(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
): Promise<Set<string>> {
  if (memberIds.length === 0) return new Set();
  const members = await transaction
    .selectFrom('member')
    .select('id')
    .where('id', '=', sql<string>`any(${memberIds}::text[])`)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(members.map(({ id }) => id));
}

/** Locks a member until the transaction ends. Returns undefined if the member was erased. */
export async function lockMember(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<MemberRow | undefined> {
  return await transaction
    .selectFrom('member')
    .selectAll()
    .where('id', '=', memberId)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateFacts(
  transaction: DatabaseTransaction,
  memberId: string,
  facts: Updateable<MemberTable>,
): Promise<void> {
  await transaction.updateTable('member').set(facts).where('id', '=', memberId).execute();
}

interface Discovery {
  /** Whether the member chose to be found. */
  isWanted: boolean;
  /** The calendar date until which they are under 16 and cannot choose it. Null for others. */
  protectedUntil: string | null;
}

/** Returns the choice of the member about search and leaderboards. */
export async function findDiscovery(database: Database, memberId: string): Promise<Discovery> {
  return await database
    .selectFrom('member')
    .select(['wants_discovery as isWanted', 'protected_until as protectedUntil'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
}

/** Stores whether the member wants to be found. Returns false if nothing changed: a member under 16 stays hidden. */
export async function updateDiscovery(
  transaction: DatabaseTransaction,
  memberId: string,
  isDiscoverable: boolean,
): Promise<boolean> {
  const updated = await transaction
    .updateTable('member')
    .set({ wants_discovery: isDiscoverable })
    .where('id', '=', memberId)
    .where('wants_discovery', '!=', isDiscoverable)
    .where('erased_at', 'is', null)
    .returning('wants_discovery as isWanted')
    .executeTakeFirst();
  // A trigger keeps members under 16 hidden.
  return updated?.isWanted === isDiscoverable;
}

/**
 * Ends the protection by an earlier birth date, so that only the stored one counts. Returns the calendar date until which
 * it protects the member. Null for a member who is not under 16.
 */
export async function confirmBirthDate(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<string | null> {
  const { protected_until } = await transaction
    .updateTable('member')
    .set({ protected_until: null })
    .where('id', '=', memberId)
    .returning('protected_until')
    .executeTakeFirstOrThrow();
  return protected_until;
}

/** Returns the sealed key. Undefined before there is one. */
export async function findKeyedHashKey(database: Database): Promise<Uint8Array | undefined> {
  const row = await database.selectFrom('keyed_hash_key').select('sealed').executeTakeFirst();
  return row?.sealed;
}

/** Stores the first key. False if there is one already. It waits for a transaction that stores one. */
export async function insertKeyedHashKey(
  transaction: DatabaseTransaction,
  sealed: Uint8Array,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('keyed_hash_key')
    .values({ sealed })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function replaceKeyedHashKey(
  transaction: DatabaseTransaction,
  sealed: Uint8Array,
): Promise<void> {
  await transaction.updateTable('keyed_hash_key').set({ sealed }).execute();
}

/** The key of HMAC-SHA-256 with its inner and outer padding (RFC 2104). */
export interface PaddedKey {
  inner: Uint8Array;
  outer: Uint8Array;
}

/**
 * Replaces what an older version stored of ghosts without a key: their email addresses in plain text, and the hashes of
 * their imported facts. From then on, ghosts with an address are recognised by it, because imports now hash facts with a
 * hash of the address.
 */
export async function hashStoredFacts(
  transaction: DatabaseTransaction,
  { inner, outer }: PaddedKey,
): Promise<void> {
  const hmac = (bytes: ReturnType<typeof sql>) =>
    sql<Buffer>`sha256(${outer}::bytea || sha256(${inner}::bytea || ${bytes}))`;
  await transaction
    .updateTable('member')
    .set({ email: null, email_hash: hmac(sql`convert_to(lower(email), 'UTF8')`) })
    .where('is_ghost', '=', true)
    .where('email', 'is not', null)
    .execute();
  await transaction
    .updateTable('imported_ghost')
    .set({ facts_hash: hmac(sql`facts_hash`) })
    .execute();
}

/** Deletes all hashes, because none can be compared after the key is lost. */
export async function forgetKeyedHashes(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('member')
    .set({ email_hash: null })
    .where('email_hash', 'is not', null)
    .execute();
  // The ghosts keep their application. Their hashes become random, so nothing matches.
  await sql`
    update imported_ghost set facts_hash = decode(replace(gen_random_uuid()::text, '-', ''), 'hex')
  `.execute(transaction);
  await transaction.deleteFrom('keyed_hash_key').execute();
}
