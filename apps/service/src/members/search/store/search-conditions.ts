import { type RawBuilder, sql } from 'kysely';
import type { Gender } from '../../../platform/database/schema.ts';
import type { SearchFilter } from './search-filter.ts';

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
export interface BirthDates {
  after: string | null;
  upTo: string | null;
}

/** Every filter that looks at the table `member` alone. */
export function memberConditions(filter: SearchFilter, born: BirthDates): MemberCondition[] {
  const conditions = filter.tokens.map(hasToken);
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
  if (isWheelchair !== null) {
    // Spelled out, since only so the index of those who are is considered.
    add('isWheelchair', isWheelchair ? sql`member.is_wheelchair` : sql`not member.is_wheelchair`);
  }
  if (filter.ages !== null) add('ages', bornIn(born));
  return conditions;
}

// A name in its order has the same tokens, and stands in indexes.
function hasToken(token: string): MemberCondition {
  return {
    name: 'tokens',
    condition: sql`member.name_folded like ${infix(token)}`,
    ofEntry: sql`member.name_order like ${infix(token)}`,
  };
}

/** The pattern of what contains a folded token, which has no character with a meaning of its own. */
export function infix(token: string): string {
  return `%${token}%`;
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
