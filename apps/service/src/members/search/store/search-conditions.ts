import { type RawBuilder, sql } from 'kysely';
import type { Gender } from '../../../platform/database/schema.ts';

/** The filters of a search. A player must match all that are not null. */
export interface SearchFilter {
  /** Folded; every one must fit the name. */
  tokens: readonly string[];
  /** A `mem_…` id or the digits of a member number. */
  reference: string | null;
  /** Folded. */
  city: string | null;
  /** As sent; the database folds it. */
  state: string | null;
  country: string | null;
  zip: string | null;
  gender: string | null;
  isVairified: boolean | null;
  isWheelchair: boolean | null;
  ages: Range | null;
  /** Rated in at least one of these. */
  sports: readonly string[] | null;
  /** The member numbers of players whose ratings the application may not see. */
  hidden: readonly number[];
  /** In one sport and bracket. Set if a filter or the order uses ratings. */
  rating: RatingFilter | null;
}

/** A range that includes both ends. Null is open. */
export interface Range {
  from: number | null;
  to: number | null;
}

export interface RatingFilter extends Range {
  sport: string;
  bracket: string;
}

export type SearchSort = 'name' | 'rating' | 'activity';

/**
 * The last player of a page, before the next page: the member number and `name_order`. The value is the rating
 * in thousandths, or for `activity` the time of the last match in milliseconds, null for a player who never played.
 */
export interface SearchPosition {
  memberNumber: number;
  name: string;
  value: number | null;
}

/** The part of a list that is a page. */
export interface SearchRange {
  after: SearchPosition | null;
  offset: number;
  limit: number;
}

/** A player of a page. */
export interface FoundPlayer extends SearchPosition {
  id: string;
}

/**
 * Returns SQL for the condition that every token of `tokens` (a `text[]`) fits the name of the row `member`, as strangers may
 * search it: a whole word of the name or, from two letters on, the beginning of a word of the first name. Cards hide the
 * last name, so parts of it find nobody.
 */
export function nameFits(tokens: string): string {
  return `not exists (
    select from unnest(${tokens}) as asked (token)
    where not (
      (' ' || member.name_folded || ' ') like '% ' || token || ' %'
      or length(token) >= 2 and (' ' || member.name_order) like '% ' || token || '%'
    )
  )`;
}

// The index has trigrams.
const MIN_PART = 3;

/** Whether a token also finds connected players by a part of their name. */
export function isPart(token: string): boolean {
  return Array.from(token).length >= MIN_PART;
}

export type Condition = RawBuilder<unknown>;

/** The members who may be found. Partial indexes have only them. */
export const mayBeFound: Condition = sql`member.is_discoverable and member.merged_into is null`;

export const GENDERS: readonly Gender[] = ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'];

/** The birth dates of the ages: later than `after`, and not later than `upTo`. */
export interface BirthDates {
  after: string | null;
  upTo: string | null;
}

/** Returns every filter that looks only at the row `member`, except the name. */
export function memberConditions(filter: SearchFilter, born: BirthDates): Condition[] {
  const { reference, city, state, country, zip, gender, isVairified, isWheelchair, hidden } =
    filter;
  return [
    ...(reference === null ? [] : [sql`member.id = ${memberCalled(reference)}`]),
    ...(city === null ? [] : [sql`member.city_folded = ${city}`]),
    ...(state === null ? [] : [sql`member.state_folded = ${folded(state)}`]),
    ...(country === null ? [] : [sql`member.country = ${country}`]),
    ...(zip === null ? [] : [sql`member.zip = ${zip}`]),
    ...(gender === null ? [] : [sql`member.gender = ${gender}`]),
    ...(isVairified === null ? [] : [sql`member.is_vairified = ${isVairified}`]),
    ...(isWheelchair === null ? [] : [sql`member.is_wheelchair = ${isWheelchair}`]),
    ...(filter.ages === null ? [] : [bornIn(born)]),
    ...(hidden.length === 0 ? [] : [sql`member.member_number <> all(${hidden}::bigint[])`]),
  ];
}

/** Selects the numbers of all members who may fit a filter, for each filter that has an index of `member`. */
export function selectByMember(filter: SearchFilter, born: BirthDates): Condition[] {
  const { city, state, country, ages } = filter;
  const indexed = [
    ...(city === null ? [] : [sql`member.city_folded = ${city}`]),
    ...(state === null ? [] : [sql`member.state_folded = ${folded(state)}`]),
    ...(country === null ? [] : [sql`member.country = ${country}`]),
    ...(ages === null ? [] : [bornIn(born)]),
  ];
  return indexed.map(
    (condition) =>
      sql`select member.member_number from member where ${all([mayBeFound, condition])}`,
  );
}

/** Returns whether all tokens fit the name, as strangers may search it. */
export function fitsTokens(tokens: readonly string[]): Condition[] {
  if (tokens.length === 0) return [];
  const [before = '', after = ''] = nameFits(MARK).split(MARK);
  return [sql`${sql.raw(before)}${tokens}::text[]${sql.raw(after)}`];
}

const MARK = '$tokens';

/** Does the same for a connected player, who shows the whole name, so parts of it find them too. */
export function hasParts(tokens: readonly string[]): Condition[] {
  return [
    ...tokens.filter(isPart).map((token) => sql`member.name_folded like ${`%${token}%`}`),
    ...fitsTokens(tokens.filter((token) => !isPart(token))),
  ];
}

/** Selects players who are connected to the application, and so show it more than strangers see. */
export function connectedTo(applicationId: string | null): Condition {
  return sql`member.id in (
    select member_id from connection
    where application_id = ${applicationId} and revoked_at is null
      and 'user:profile:read' = any(scopes)
  )`;
}

/** Selects the ghosts (members without an account) that an application created or shares, and that nobody has claimed. */
export function ghostOf(applicationId: string | null): Condition {
  return sql`member.is_ghost and member.merged_into is null and member.erased_at is null
    and member.id in (select member_id from imported_ghost where application_id = ${applicationId})`;
}

/** Folds a state as `state_folded` does. */
export function folded(state: string): Condition {
  return sql`left(fold_state(${state}), 100)`;
}

// For a claimed ghost, this is the member who claimed it.
function memberCalled(reference: string): Condition {
  const named = reference.startsWith('mem_')
    ? sql`named.id = ${reference}`
    : sql`named.member_number = ${reference}::bigint`;
  return sql`(select coalesce(named.merged_into, named.id) from member as named where ${named})`;
}

function bornIn({ after, upTo }: BirthDates): Condition {
  return all([
    // Gender comes first in the index, so its values must be known.
    sql`member.gender = any(${GENDERS}::text[])`,
    ...(after === null ? [] : [sql`member.birth_date > ${after}::date`]),
    ...(upTo === null ? [] : [sql`member.birth_date <= ${upTo}::date`]),
  ]);
}

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
