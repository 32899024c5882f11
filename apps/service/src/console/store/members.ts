import { sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  Gender,
  MemberRow,
} from '../../platform/database/schema.ts';

/** A member as an operator finds them. */
export interface FoundMember {
  memberId: string;
  memberNumber: number;
  firstName: string;
  lastName: string;
  kind: 'account' | 'ghost' | 'no_account';
  /** The address of the account. The address of a ghost (a member without an account) is stored only as a hash. */
  email: string | null;
  city: string | null;
  country: string | null;
}

/** The same, with everything that an operator may need. */
export interface ShownMember extends FoundMember {
  birthDate: string | null;
  gender: Gender;
  state: string | null;
  zip: string | null;
  createdAt: Date;
  isDiscoverable: boolean;
  /** The date until which nobody finds them, because they are under 16. */
  protectedUntil: string | null;
  emailProvenAt: Date | null;
  passwordChangedAt: Date | null;
  /** When an operator locked the account. */
  lockedAt: Date | null;
  hasSecondFactor: boolean;
  /** The client_ids of the partners that are connected. */
  partners: string[];
  /** How many matches they played, without void ones. */
  matches: number;
  ratings: { sport: string; bracket: string; rating: number; games: number }[];
}

const found = sql`
  member.id as "memberId", member.member_number as "memberNumber", member.first_name as "firstName",
  member.last_name as "lastName", member.email, member.city, member.country,
  case
    when account.member_id is not null then 'account'
    when member.is_ghost then 'ghost'
    else 'no_account'
  end as kind
`;

/**
 * Finds members whose folded name contains a folded text (only letters, digits, and spaces), sorted by name.
 * @param after The number of the last member of the page before.
 */
export async function findMembersByName(
  database: Database,
  folded: string,
  { after, limit }: { after: number | null; limit: number },
): Promise<FoundMember[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(member.name_order, member.member_number) > (
          select name_order, member_number from member as last where last.member_number = ${after}
        )`;
  const { rows } = await sql<FoundMember>`
    select ${found}
    from member left join account on account.member_id = member.id
    where member.name_folded like ${`%${folded}%`}
      and member.erased_at is null and member.merged_into is null
      and ${isAfter}
    order by member.name_order, member.member_number
    limit ${limit}
  `.execute(database);
  return rows;
}

/** Everything about a member; undefined if there is no such member. */
export async function summarizeMember(
  database: Database,
  memberId: string,
): Promise<ShownMember | undefined> {
  const { rows } = await sql<ShownMember>`
    select ${found},
      member.birth_date as "birthDate", member.gender, member.state, member.zip,
      member.created_at as "createdAt", member.is_discoverable as "isDiscoverable",
      member.protected_until as "protectedUntil", account.email_proven_at as "emailProvenAt",
      account.password_changed_at as "passwordChangedAt", account.locked_at as "lockedAt",
      exists (
        select from account_second_factor where account_second_factor.account_id = member.id
      ) as "hasSecondFactor",
      array(
        select application.client_id
        from connection join application on application.id = connection.application_id
        where connection.member_id = member.id and connection.revoked_at is null
        order by application.client_id
      ) as partners,
      (
        select count(*) from match_participant as participant
        where participant.member_number in (
            select member_number from member as named where named.id = member.id or named.merged_into = member.id
          )
          and not exists (
            select from uncounted_match where uncounted_match.arrival = participant.arrival
          )
      ) as matches,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'sport', sport, 'bracket', bracket, 'rating', rating, 'games', games
            )
            order by sport, bracket
          ),
          '[]'
        )
        from rating where rating.member_id = member.id
      ) as ratings
    from member left join account on account.member_id = member.id
    where member.id = ${memberId}
  `.execute(database);
  return rows[0];
}

/** Finds the member whose account has this email address, in any case. */
export async function findMemberByEmail(
  database: Database,
  email: string,
): Promise<MemberRow | undefined> {
  return await database
    .selectFrom('member')
    .innerJoin('account', 'account.member_id', 'member.id')
    .selectAll('member')
    .where(sql<string>`lower(member.email)`, '=', sql<string>`lower(${email.trim()})`)
    .executeTakeFirst();
}

/** Gives the account another address, which is not proven yet. */
export async function correctEmail(
  transaction: DatabaseTransaction,
  memberId: string,
  email: string,
): Promise<'corrected' | 'taken' | 'no_account'> {
  const other = await transaction
    .selectFrom('member')
    .select('id')
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .where('id', '!=', memberId)
    .executeTakeFirst();
  if (other !== undefined) return 'taken';
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set({ email_proven_at: null })
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'no_account';
  await transaction.updateTable('member').set({ email }).where('id', '=', memberId).execute();
  return 'corrected';
}
