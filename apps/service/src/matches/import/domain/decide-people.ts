import { MAX_PER_NAME, type Person } from './group-people.ts';
import {
  anyContradict,
  compareFacts,
  contradict,
  type Facts,
  type KnownMember,
  type Participant,
  type Reason,
} from './participant.ts';

/** The member that a person of an import is. Without a member, the person gets a ghost, a member without an account. */
export interface Decision {
  person: Person;
  member: KnownMember | null;
  reason: Reason;
}

/** Returns the people to search by name: those without a surer fact, except crowds (too many of one name). */
export function peopleToFind(people: readonly Person[]): Person[] {
  const countsInImport = countNames(people);
  return people.filter(
    (person) => !isSure(person) && person.names.length > 0 && !isInCrowd(person, countsInImport),
  );
}

// Each person of a crowd would be compared with everybody of that name. Imports can make both sides large: thousands of
// ghosts with one name, and thousands of people to compare with them.
function isInCrowd({ names }: Person, countsInImport: ReadonlyMap<string, number>): boolean {
  return names.some((name) => (countsInImport.get(name) ?? 0) > MAX_PER_NAME);
}

/** Decides who each participant is. The order of the participants does not matter. */
export function* decidePeople(
  people: readonly Person[],
  candidatesOf: ReadonlyMap<Person, Candidates>,
): Generator<number, Map<Participant, Decision>> {
  const countsInImport = countNames(people);
  const decisions: Decision[] = [];
  for (const person of people) {
    const candidates = candidatesOf.get(person) ?? { members: [], isCut: false };
    decisions.push(decide(person, candidates, countsInImport));
    yield 20 * (1 + candidates.members.length);
  }
  undoContradictions(decisions);
  yield* undoRivalled(decisions);
  return new Map(
    decisions.flatMap((decision) =>
      decision.person.participants.map((participant) => [participant, decision]),
    ),
  );
}

function decide(
  person: Person,
  candidates: Candidates,
  countsInImport: ReadonlyMap<string, number>,
): Decision {
  const { identity, names } = person;
  if (identity !== null && identity.member !== null) {
    return { person, member: identity.member, reason: identity.reason };
  }
  if (isInCrowd(person, countsInImport)) return { person, member: null, reason: 'ambiguous' };
  const isOnly = names.every((name) => countsInImport.get(name) === 1);
  return { person, ...matchByName(person, candidates, isOnly) };
}

function countNames(people: readonly Person[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { names } of people) {
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

// Two people who contradict each other are not the same member. A certain match stays. Matches by
// name alone are undone.
function undoContradictions(decisions: readonly Decision[]): void {
  const byMember = Map.groupBy(decisions, ({ member }) => member?.id ?? null);
  for (const [memberId, taken] of byMember) {
    if (memberId === null || !anyContradict(taken.map(({ person }) => person))) continue;
    for (const decision of taken) undo(decision);
  }
}

// An entry that could be either of two people of the import does not match a member if it agrees as much with another
// person of the import who is not that member.
function* undoRivalled(decisions: readonly Decision[]): Generator<number> {
  // None of them is in a crowd, whose names match no member.
  const between = decisions.filter(
    ({ person, member }) => person.isBetween && member !== null && !isSure(person),
  );
  const names = new Set(between.flatMap(({ person }) => person.names));
  const candidatesOf = new Map<string, Decision[]>();
  for (const decision of decisions) {
    for (const name of decision.person.names) {
      if (!names.has(name)) continue;
      const candidates = candidatesOf.get(name);
      if (candidates === undefined) candidatesOf.set(name, [decision]);
      else candidates.push(decision);
    }
  }
  const rivalled: Decision[] = [];
  for (const decision of between) {
    const others = decision.person.names.flatMap((name) => candidatesOf.get(name) ?? []);
    if (others.some((other) => isRival(decision, other))) rivalled.push(decision);
    yield others.length;
  }
  for (const decision of rivalled) undo(decision);
}

function isRival(decision: Decision, other: Decision): boolean {
  const { person, member } = decision;
  if (other === decision || member === null || contradict(person, other.person)) return false;
  const isSame = other.member?.id === member.id && !other.person.isBetween;
  return !isSame && agreement(person, other.person) >= agreement(person, member);
}

function isSure({ identity }: Person): boolean {
  return identity !== null && identity.member !== null;
}

function undo(decision: Decision): void {
  if (isSure(decision.person)) return;
  decision.member = null;
  decision.reason = 'ambiguous';
}

/** Members with a person's name, the best agreement first. */
export interface Candidates {
  members: readonly KnownMember[];
  /** Whether there are more members than listed, who agree no more than the last one. */
  isCut: boolean;
}

type NameMatch =
  | { member: KnownMember; reason: Reason }
  | { member: null; reason: 'no_match' | 'ambiguous' };

/**
 * Matches a person to a member by name. `isOnly` says that nobody else in the import has the name.
 *
 * The member who agrees on the surest fact matches, unless several agree equally. A different fact rules a
 * member out, unless a surer one agrees: people move and have several email addresses, but
 * are born once. The name alone is enough if one member has it and no fact differs.
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
 * Returns how far two people of one name agree. A surer fact counts more than all less sure facts together.
 * `findByName` has the same order.
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
