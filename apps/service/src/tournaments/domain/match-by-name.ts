import { compareFacts, type Facts } from './facts.ts';
import type { KnownMember } from './known-member.ts';
import type { Reason } from './reasons.ts';

/** Members with a person's name, those who agree most first. */
export interface Candidates {
  members: readonly KnownMember[];
  /** Whether there are more than those listed, who agree no more than the last of them. */
  isCut: boolean;
}

export type NameMatch =
  | { member: KnownMember; reason: Reason }
  | { member: null; reason: 'no_match' | 'ambiguous' };

/**
 * The member whom a person is matched to by name. `isOnly` says that nobody else in the import has it.
 *
 * The member who agrees in the surest fact is taken, unless several agree alike. A fact that differs rules a
 * member out, except where a surer one agrees: people move, and have several e-mail addresses, but
 * are born once. The name alone is enough where one member has it and nothing differs.
 */
export function matchByName(person: Facts, candidates: Candidates, isOnly: boolean): NameMatch {
  const { members, isCut } = candidates;
  const fitting = members.filter((member) => fits(person, member));
  const highest = Math.max(0, ...fitting.map((member) => agreement(person, member)));
  const [best, rival] = fitting.filter((member) => agreement(person, member) === highest);
  const last = members.at(-1);
  const isOutOfSight = isCut && (last === undefined || agreement(person, last) >= highest);

  if (best === undefined) return { member: null, reason: isCut ? 'ambiguous' : 'no_match' };
  const undecided: NameMatch = { member: null, reason: 'ambiguous' };
  if (rival !== undefined || isOutOfSight) return undecided;
  if (highest > 0) return { member: best, reason: reasonFor(highest) };
  return isOnly && members.length === 1 ? { member: best, reason: 'unique_name' } : undecided;
}

function fits(person: Facts, member: Facts): boolean {
  const { birthYear, gender, location, email } = compareFacts(person, member);
  if (birthYear === 'differs' || gender === 'differs') return false;
  if (birthYear === 'agrees' || location === 'agrees') return true;
  return location !== 'differs' && email !== 'differs';
}

const BIRTH_YEAR = 4;
const LOCATION = 2;
const GENDER = 1;

/**
 * How far two people of one name agree: a surer fact counts for more than all below it together.
 * `findByName` orders by the same.
 */
export function agreement(person: Facts, member: Facts): number {
  const { birthYear, location, gender } = compareFacts(person, member);
  return (
    (birthYear === 'agrees' ? BIRTH_YEAR : 0) +
    (location === 'agrees' ? LOCATION : 0) +
    (gender === 'agrees' ? GENDER : 0)
  );
}

function reasonFor(agreement: number): Reason {
  if (agreement >= BIRTH_YEAR) return 'name_and_birth_year';
  return agreement >= LOCATION ? 'name_and_place' : 'name_and_gender';
}
