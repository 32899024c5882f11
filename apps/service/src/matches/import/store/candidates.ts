import { sql } from 'kysely';
import type { Database, MemberRow } from '../../../platform/database/schema.ts';
import { isOwnGhost } from '../../../ratings/store/players.ts';

/** The facts by which a member is compared. */
export type MemberFactsRow = Pick<
  MemberRow,
  | 'id'
  | 'member_number'
  | 'display_name'
  | 'name_folded'
  | 'gender'
  | 'city_folded'
  | 'state'
  | 'is_ghost'
> & {
  /** In lower case. Null for a ghost (a member without an account). */
  email: string | null;
  /** Of a ghost, in hexadecimal. */
  email_hash: string | null;
  birth_year: number | null;
  /** Whether it is a ghost that this application created. */
  is_own_ghost: boolean;
  /** Whether the application may find the member by name. */
  may_be_known: boolean;
};

export interface KnownPlayersQuery {
  applicationId: string;
  ids: readonly string[];
  /** Member numbers, in digits. */
  numbers: readonly string[];
  /** In lower case. */
  emails: readonly string[];
  /** Keyed hashes of the addresses, in hexadecimal. */
  emailHashes: readonly string[];
  /** Hashes of participants' facts, in hexadecimal. */
  factHashes: readonly string[];
}

export interface KnownPlayerRow extends MemberFactsRow {
  /** The value that found the member: the id or number, the email address or its hash, or the hash of the facts. */
  kind: 'reference' | 'email' | 'email_hash' | 'facts';
  key: string;
  /** The folded name of the ghost that was found, also if a member has claimed it. Otherwise that of the member. */
  found_name: string;
  found_city: string | null;
  /** Not folded. */
  found_state: string | null;
}

/** Finds the members with one of these values. A claimed ghost counts as the member who claimed it. */
export async function findKnownPlayers(
  database: Database,
  { applicationId, ids, numbers, emails, emailHashes, factHashes }: KnownPlayersQuery,
): Promise<KnownPlayerRow[]> {
  const { rows } = await sql<KnownPlayerRow>`
    with named (kind, key, id) as (
      select 'reference', id, id from member where id = any(${ids}::text[])
      union all
      select 'reference', member_number::text, id from member
        where member_number = any(${numbers}::bigint[])
      union all
      select 'email', lower(email), id from member
        where email is not null and lower(email) = any(${emails}::text[])
      union all
      select 'email_hash', encode(email_hash, 'hex'), id from member
        where email_hash is not null
          and email_hash in (
            select decode(hash, 'hex') from unnest(${emailHashes}::text[]) as hash
          )
      union all
      select 'facts', encode(facts_hash, 'hex'), member_id from imported_ghost
        where application_id = ${applicationId}
          and facts_hash in (select decode(hash, 'hex') from unnest(${factHashes}::text[]) as hash)
    )
    select named.kind, named.key, found.name_folded as found_name, found.city_folded as found_city,
      found.state as found_state, ${columns(applicationId)}
    from named
    join member as found on found.id = named.id
    join member on member.id = coalesce(found.merged_into, found.id) and member.erased_at is null
  `.execute(database);
  return rows;
}

export interface NameQuery {
  /** Folded. */
  names: readonly string[];
  birthYear: number | null;
  gender: string | null;
  city: string | null;
  state: string | null;
}

export interface CandidateRow extends MemberFactsRow {
  /** The index of its query. */
  position: number;
}

export interface CandidatesQuery {
  applicationId: string;
  queries: readonly NameQuery[];
  /** The maximum number of candidates for each query. */
  limit: number;
}

/**
 * Finds members by name, if the application may find them. Members who agree with the query come first: by birth year,
 * then by place, then by gender.
 */
export async function findByName(
  database: Database,
  { applicationId, queries, limit }: CandidatesQuery,
): Promise<CandidateRow[]> {
  const wanted = queries.map((query, position) => ({ position, ...query }));
  const { rows } = await sql<CandidateRow>`
    select wanted.position, candidate.*
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (
      position integer, names text[], "birthYear" integer, gender text, city text, state text
    )
    cross join lateral (
      select ${columns(applicationId)}
      from member
      where member.name_folded = any(wanted.names) and member.merged_into is null
        and member.erased_at is null
        and ${mayBeKnown(applicationId)}
      order by
        coalesce(${birthYear} = wanted."birthYear", false) desc,
        coalesce(
          member.city_folded = wanted.city
            and ${lettersOf('member.state_folded')} = ${lettersOf('wanted.state')},
          false
        ) desc,
        coalesce(member.gender = wanted.gender, false) desc,
        member.id
      limit ${limit}
    ) as candidate
    order by wanted.position
  `.execute(database);
  return rows;
}

const birthYear = sql`coalesce(member.birth_year, extract(year from member.birth_date)::integer)`;

// The database folds a state without its punctuation, and without letters with accents.
const lettersOf = (state: string) => sql`translate(${sql.ref(state)}, 'łøđðħŧı .,’''-', 'loddhti')`;

// Members who opted out of discovery are known only to the applications they are connected to.
const mayBeKnown = (applicationId: string) => sql`(
  member.is_discoverable or ${isOwnGhost(applicationId)} or exists (
    select from connection
    where connection.member_id = member.id and connection.application_id = ${applicationId}
      and connection.revoked_at is null and 'user:profile:read' = any(connection.scopes)
  )
)`;

const columns = (applicationId: string) => sql`
  member.id, member.member_number, member.display_name, member.name_folded, lower(member.email) as email,
  encode(member.email_hash, 'hex') as email_hash, ${isOwnGhost(applicationId)} as is_own_ghost,
  ${birthYear} as birth_year, member.gender, member.city_folded, member.state, member.is_ghost,
  ${mayBeKnown(applicationId)} as may_be_known
`;
