import { type RawBuilder, sql } from 'kysely';
import type { Gender } from '../../../platform/database/schema.ts';

/** Who is looked for. All that is not null must hold. */
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
  /** The member numbers of those whose ratings the application that asks may not see. */
  hidden: readonly number[];
  /** In one sport and bracket; set where a filter or the order looks at ratings. */
  rating: RatingFilter | null;
}

/** Both ends belong to it; null is open. */
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
 * The last player of a page, behind whom the next begins: the member number and `name_order`, and by
 * `rating` the rating in thousandths, by `activity` the moment of the last match in milliseconds, null
 * for who never played.
 */
export interface SearchPosition {
  memberNumber: number;
  name: string;
  value: number | null;
}

/** The part of a list that makes a page. */
export interface SearchRange {
  after: SearchPosition | null;
  offset: number;
  limit: number;
}

/** A player found, in the order asked for. */
export interface FoundPlayer extends SearchPosition {
  id: string;
}

/**
 * SQL for whether every token of `tokens` (a `text[]`) fits the name of the row `member` as strangers
 * may search it: a whole word of the name, or from two letters on the beginning of a word of the first
 * name, which is shown. Parts of the last name, which is not, find nobody.
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

/** SQL for the words of `name_word` that a token may fit: they lie between `from` and `to`. */
export function tokensWithin(from: string, to: string): string {
  return `select word from name_word where word >= ${from} and word <= ${to}`;
}

/** The last word that begins with a token, in the order of `name_word`. */
export function lastTokenWith(token: string): string {
  return `${token}\u{10ffff}`;
}

// One letter of a first name fits so many that it finds nobody in particular.
const MIN_BEGINNING = 2;

/** Whether a token may be the beginning of a first name, and need not be all of it. */
export function isBeginning(token: string): boolean {
  return Array.from(token).length >= MIN_BEGINNING;
}

// What trigrams can look up.
const MIN_PART = 3;

/** Whether a token may be a part of a connected player's name. */
export function isPart(token: string): boolean {
  return Array.from(token).length >= MIN_PART;
}

export type Condition = RawBuilder<unknown>;

/** A filter of a search, as a condition on a row called `member`. */
export interface MemberCondition {
  name: keyof SearchFilter;
  condition: Condition;
  /** The same by what stands in an index, where that differs. */
  ofEntry?: Condition;
  /** The same for members that are looked at one by one, where that differs. */
  oneByOne?: Condition;
  /** A query of the numbers of at least those who fit, where `member` has no index to find them by. */
  candidates?: Condition;
}

/** Those of whom lists are read off indexes that hold nobody else. */
export const mayBeFound: Condition = sql`member.is_discoverable and member.merged_into is null`;

export const GENDERS: readonly Gender[] = ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'];

/** When they were born who are of the ages asked for. */
interface BirthDates {
  after: string | null;
  upTo: string | null;
}

/** Every filter that looks at the table `member` alone. */
export function memberConditions(filter: SearchFilter, born: BirthDates): MemberCondition[] {
  const conditions = fitsTokens(filter.tokens);
  const add = (name: keyof SearchFilter, condition: Condition): void => {
    conditions.push({ name, condition });
  };
  const { reference, city, state, country, zip, gender, isVairified, isWheelchair } = filter;
  if (reference !== null) add('reference', sql`member.id = ${memberCalled(reference)}`);
  if (city !== null) add('city', sql`member.city_folded = ${city}`);
  if (state !== null) add('state', sql`member.state_folded = ${folded(state)}`);
  if (country !== null) add('country', sql`member.country = ${country}`);
  if (zip !== null) add('zip', sql`member.zip = ${zip}`);
  if (gender !== null) add('gender', sql`member.gender = ${gender}`);
  if (isVairified !== null) add('isVairified', sql`member.is_vairified = ${isVairified}`);
  if (isWheelchair !== null) add('isWheelchair', sql`member.is_wheelchair = ${isWheelchair}`);
  if (filter.ages !== null) add('ages', bornIn(born));
  if (filter.hidden.length > 0) {
    add('hidden', sql`member.member_number <> all(${filter.hidden}::bigint[])`);
  }
  return conditions;
}

/** As a stranger may search: parts of a last name, which is not shown, find nobody. */
function fitsTokens(tokens: readonly string[]): MemberCondition[] {
  if (tokens.length === 0) return [];
  const [before = '', after = ''] = nameFits(MARK).split(MARK);
  const condition = sql`${sql.raw(before)}${tokens}::text[]${sql.raw(after)}`;
  return [{ name: 'tokens', condition }];
}

const MARK = '$tokens';

/** A connected player shows their name, so any part of it may be asked for. */
export function hasParts(tokens: readonly string[]): Condition[] {
  const whole = tokens.filter((token) => !isPart(token));
  return [
    ...tokens.filter(isPart).map((token) => sql`member.name_folded like ${`%${token}%`}`),
    ...fitsTokens(whole).map(({ condition }) => condition),
  ];
}

/** Whether the player is connected to the application and so shows what strangers do not see. */
export function connectedTo(applicationId: string | null): Condition {
  return sql`member.id in (
    select member_id from connection
    where application_id = ${applicationId} and revoked_at is null
      and 'user:profile:read' = any(scopes)
  )`;
}

/** The ghosts that an application made, or shares, and that nobody has claimed. */
export function ghostOf(applicationId: string | null): Condition {
  return sql`member.is_ghost and member.merged_into is null and member.erased_at is null
    and member.id in (select member_id from imported_ghost where application_id = ${applicationId})`;
}

/** A state as `state_folded` has it. */
export function folded(state: string): Condition {
  return sql`left(fold_state(${state}), 100)`;
}

// A claimed ghost is the member it turned out to be.
function memberCalled(reference: string): Condition {
  const named = reference.startsWith('mem_')
    ? sql`named.id = ${reference}`
    : sql`named.member_number = ${reference}::bigint`;
  return sql`(select coalesce(named.merged_into, named.id) from member as named where ${named})`;
}

function bornIn({ after, upTo }: BirthDates): Condition {
  return all([
    // Gender comes first in the index, which is of use only where it is known which there are.
    sql`member.gender = any(${GENDERS}::text[])`,
    ...(after === null ? [] : [sql`member.birth_date > ${after}::date`]),
    ...(upTo === null ? [] : [sql`member.birth_date <= ${upTo}::date`]),
  ]);
}

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
