import { sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  PlayerMailTable,
} from '../../platform/database/schema.ts';
import { waitsForAnswer } from './account-page.ts';

export type PlayerMailKind = PlayerMailTable['kind'];

export interface MailKey {
  memberId: string;
  kind: PlayerMailKind;
}

/** Whether a player who has not chosen gets a kind of mail: nobody under 16 gets recaps without asking. */
const isWanted = (kind: ReturnType<typeof sql>, today: string) => sql<boolean>`coalesce(
  player_mail.is_wanted,
  ${kind} <> 'weekly-recap' or member.protected_until is null or member.protected_until <= ${today}::date
)`;

// Only proven addresses of accounts that no operator has locked.
const isReachable = sql<boolean>`(
  member.erased_at is null and member.email is not null
  and account.email_proven_at is not null and account.locked_at is null
)`;

// After answering all results, a player gets the next mail without waiting for a day.
const hasSomethingToSay = sql<boolean>`(
  player_mail.kind <> 'results-waiting' or exists (
    select from unconfirmed_participation as open
    where open.member_id = player_mail.member_id and ${waitsForAnswer}
  )
)`;

export interface DueMail extends MailKey {
  dueAt: Date;
  queuedAt: Date | null;
  /** Null if the player does not want it, must not get it, or has answered all results. */
  email: string | null;
}

/**
 * Locks the mails that are due, the oldest first. Skips those that other instances have locked, and players who are being
 * erased.
 */
export async function lockDueMails(
  transaction: DatabaseTransaction,
  { now, today, limit }: { now: Date; today: string; limit: number },
): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select player_mail.member_id as "memberId", player_mail.kind, player_mail.due_at as "dueAt",
      player_mail.queued_at as "queuedAt",
      case when ${isReachable} and ${isWanted(sql`player_mail.kind`, today)} and ${hasSomethingToSay}
        then member.email end as email
    from player_mail
    join member on member.id = player_mail.member_id
    left join account on account.member_id = player_mail.member_id
    where player_mail.due_at <= ${now}::timestamptz
    order by player_mail.due_at
    limit ${limit}::integer
    for update of player_mail skip locked
    for key share of member skip locked
  `.execute(transaction);
  return rows;
}

/** Records that these mails are queued, or that there is none to queue. */
export async function settleDueMails(
  transaction: DatabaseTransaction,
  mails: readonly (MailKey & { isQueued: boolean })[],
  now: Date,
): Promise<void> {
  await sql`
    update player_mail
    set due_at = null,
      queued_at = case when settled.is_queued then ${now}::timestamptz else player_mail.queued_at end
    from unnest(
      ${mails.map(({ memberId }) => memberId)}::text[],
      ${mails.map(({ kind }) => kind)}::text[],
      ${mails.map(({ isQueued }) => isQueued)}::boolean[]
    ) as settled (member_id, kind, is_queued)
    where player_mail.member_id = settled.member_id and player_mail.kind = settled.kind
  `.execute(transaction);
}

/**
 * Locks the progress of a Monday's recaps. Returns null if all are queued, or another instance queues them.
 * @returns the last member that was read.
 */
export async function lockRecapProgress(
  transaction: DatabaseTransaction,
  monday: string,
): Promise<string | null> {
  await sql`
    insert into recap_progress (monday, after_member_id) values (${monday}::date, '')
    on conflict do nothing
  `.execute(transaction);
  const { rows } = await sql<{ after: string | null; isBehind: boolean }>`
    select after_member_id as after, monday < ${monday}::date as "isBehind" from recap_progress
    where monday <= ${monday}::date
    for update skip locked
  `.execute(transaction);
  const [progress] = rows;
  return progress?.isBehind ? '' : (progress?.after ?? null);
}

export async function setRecapProgress(
  transaction: DatabaseTransaction,
  { monday, after }: { monday: string; after: string | null },
): Promise<void> {
  await sql`
    update recap_progress set monday = ${monday}::date, after_member_id = ${after}
  `.execute(transaction);
}

export interface RecapReader {
  memberId: string;
  /** Null if they have nothing to read, or do not want it. */
  email: string | null;
}

interface RecapSweep {
  after: string;
  limit: number;
  sports: readonly string[];
  from: Date;
  to: Date;
  today: string;
}

/** Returns the next accounts after a member, by id. Those who played in that time and want a recap have an address. */
export async function findRecapReaders(
  transaction: DatabaseTransaction,
  { after, limit, sports, from, to, today }: RecapSweep,
): Promise<RecapReader[]> {
  const { rows } = await sql<RecapReader>`
    select account.member_id as "memberId",
      case when ${isReachable} and ${isWanted(sql`'weekly-recap'`, today)} and exists (
        select from unnest(${sports}::text[]) as asked (sport)
        cross join lateral (
          select from player_state as state
          where state.member_number = member.member_number and state.sport = asked.sport
            and state.match_date >= ${from}::timestamptz and state.match_date < ${to}::timestamptz
          limit 1
        ) as played
      ) then member.email end as email
    from (
      select * from account where member_id > ${after} order by member_id limit ${limit}::integer
    ) as account
    join member on member.id = account.member_id
    left join player_mail on player_mail.member_id = account.member_id
      and player_mail.kind = 'weekly-recap'
    order by account.member_id
    for key share of member
  `.execute(transaction);
  return rows;
}

/** Records that mails of a kind are queued for these members. */
export async function noteQueued(
  transaction: DatabaseTransaction,
  { memberIds, kind, now }: { memberIds: readonly string[]; kind: PlayerMailKind; now: Date },
): Promise<void> {
  await sql`
    insert into player_mail (member_id, kind, queued_at)
    select id, ${kind}, ${now}::timestamptz from unnest(${memberIds}::text[]) as id order by id
    on conflict (member_id, kind) do update set queued_at = excluded.queued_at
  `.execute(transaction);
}

/** Returns the player of a mail, if they still want and may get it at this address. */
export async function findMailReader(
  database: Database,
  { memberId, kind, email, today }: MailKey & { email: string; today: string },
): Promise<{ country: string | null } | undefined> {
  const { rows } = await sql<{ country: string | null }>`
    select member.country
    from member
    join account on account.member_id = member.id
    left join player_mail on player_mail.member_id = member.id and player_mail.kind = ${kind}
    where member.id = ${memberId} and lower(member.email) = lower(${email})
      and ${isReachable} and ${isWanted(sql`${kind}::text`, today)}
  `.execute(database);
  return rows[0];
}

/** Returns the token that ends these mails: the existing one, or this one. */
export async function storeToken(
  database: Database,
  { memberId, kind }: MailKey,
  token: string,
): Promise<string> {
  const { rows } = await sql<{ token: string }>`
    insert into player_mail (member_id, kind, token) values (${memberId}, ${kind}, ${token})
    on conflict (member_id, kind) do update set token = coalesce(player_mail.token, excluded.token)
    returning token
  `.execute(database);
  return rows[0]?.token ?? token;
}

export async function findMailByToken(
  database: Database,
  token: string,
): Promise<MailKey | undefined> {
  return await database
    .selectFrom('player_mail')
    .select(['member_id as memberId', 'kind'])
    .where('token', '=', token)
    .executeTakeFirst();
}

/** Stores whether a player wants these mails. Returns false if they chose the same before. */
export async function chooseMail(
  transaction: DatabaseTransaction,
  { memberId, kind }: MailKey,
  isWanted: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    insert into player_mail (member_id, kind, is_wanted) values (${memberId}, ${kind}, ${isWanted})
    on conflict (member_id, kind) do update set is_wanted = excluded.is_wanted
      where player_mail.is_wanted is distinct from excluded.is_wanted
    returning 1
  `.execute(transaction);
  return rows.length > 0;
}

export async function findMailChoices(
  database: Database,
  memberId: string,
  today: string,
): Promise<{ kind: PlayerMailKind; isWanted: boolean }[]> {
  const { rows } = await sql<{ kind: PlayerMailKind; isWanted: boolean }>`
    select asked.kind, ${isWanted(sql`asked.kind`, today)} as "isWanted"
    from unnest(array['results-waiting', 'dispute-answered', 'weekly-recap'])
      with ordinality as asked (kind, place)
    join member on member.id = ${memberId}
    left join player_mail on player_mail.member_id = member.id and player_mail.kind = asked.kind
    order by asked.place
  `.execute(database);
  return rows;
}

/** Returns the disputed or denied matches that were voided or upheld in a time, the latest first, by their arrivals. */
export async function findAnsweredDisputes(
  database: Database,
  memberId: string,
  { after, limit }: { after: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ arrival: number }>`
    select response.arrival
    from match_response as response
    join match on match.arrival = response.arrival
    left join match_void as voided on voided.match_id = match.id
    cross join lateral (values (voided.created_at), (response.upheld_at)) as answered (at)
    where response.member_number in (
      select member_number from member where id = ${memberId} or merged_into = ${memberId}
    )
      and response.response in ('denied', 'disputed')
      and answered.at > ${after}::timestamptz
    group by response.arrival
    order by max(answered.at) desc, response.arrival
    limit ${limit}::integer
  `.execute(database);
  return rows.map(({ arrival }) => arrival);
}
