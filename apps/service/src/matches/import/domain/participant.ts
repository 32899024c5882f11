import { createHash } from 'node:crypto';
import type { Schemas } from '@partner-rating/server';
import { foldShort } from '../../../members/domain/names.ts';
import type { KeyedHash } from '../../../members/keyed-hash.ts';
import type { Gender } from '../../../platform/database/schema.ts';
import { fullName } from '../../../ratings/domain/player.ts';
import type { MemberFactsRow } from '../store/candidates.ts';
import { type FactKeys, factKeys } from './fact-keys.ts';

/** A person as named in an import. Equal facts are the same object. */
export interface Participant extends Facts, FactKeys {
  /** First and last name, folded. Empty if nothing is left to compare. */
  name: string;
  /** Keyed hash of the key, in hexadecimal, by which a later import finds the same facts. */
  factsHash: string;
  /** Keyed hash of the earlier key, by which earlier versions stored the facts. */
  earlierFactsHash: string;
  /** The `memberId` as sent. */
  reference: string | null;
  /** The first spelling that was sent. */
  sent: Schemas.Participant;
}

/** Reads participants. Equal facts give the same participant. */
export function participantReader(hash: KeyedHash): (sent: Schemas.Participant) => Participant {
  const bySent = new Map<string, Participant>();
  const byKey = new Map<string, Participant>();
  return (sent) => {
    // Most play in several matches, and folding names takes most of the time.
    const text = JSON.stringify(sent);
    const known = bySent.get(text);
    if (known !== undefined) return known;
    const read = readParticipant(sent, hash);
    const participant = byKey.get(read.key) ?? read;
    byKey.set(participant.key, participant);
    bySent.set(text, participant);
    return participant;
  };
}

function readParticipant({ email, ...rest }: Schemas.Participant, hash: KeyedHash): Participant {
  // An empty cell of a spreadsheet arrives as an empty text.
  const sent = email === undefined || email === '' ? rest : { ...rest, email };
  const name = foldShort(`${sent.firstName} ${sent.lastName}`);
  const reference = sent.memberId ?? null;
  const facts: Facts = {
    emailHash: 'email' in sent ? hash(sent.email.toLowerCase()) : null,
    birthYear: sent.birthYear ?? null,
    gender: sent.gender === undefined || sent.gender === 'UNKNOWN' ? null : sent.gender,
    city: folded(sent.city),
    state: folded(sent.state),
  };
  const keys = factKeys({ sent, ...facts });
  const hashOf = (key: string) => hash(createHash('sha256').update(key).digest());
  const factsHash = hashOf(keys.key);
  const earlierFactsHash = hashOf(keys.earlierKey);
  return { ...keys, factsHash, earlierFactsHash, name, reference, sent, ...facts };
}

function folded(text: string | undefined): string | null {
  const compared = text === undefined ? '' : foldShort(text);
  return compared === '' ? null : compared;
}

/**
 * Counts how often an import asks who has an email address: each address once for each name that it comes with.
 * An address finds a member if the name agrees, so a second name is a second guess.
 */
export function* countNamedAddresses({
  matches,
}: Schemas.TournamentImport): Generator<number, number> {
  const sent = new Map<string, Schemas.Participant>();
  for (const participant of matches.flatMap(({ teams }) => teams.flat())) {
    const { email, firstName, lastName } = participant;
    if (email) sent.set(JSON.stringify([email, firstName, lastName]), participant);
  }
  const named = new Set<string>();
  for (const { email = '', firstName, lastName } of sent.values()) {
    const name = foldShort(fullName({ first_name: firstName, last_name: lastName }));
    named.add(JSON.stringify([email.toLowerCase(), name]));
    // Folding a name costs as much as a hundred comparisons.
    yield 100;
  }
  return named.size;
}

/** What distinguishes people of one name, in the form for comparison. Null is unknown. */
export interface Facts {
  /** Keyed hash of the email address, in hexadecimal. */
  emailHash: string | null;
  birthYear: number | null;
  gender: Exclude<Gender, 'UNKNOWN'> | null;
  /** Folded, like the state. */
  city: string | null;
  state: string | null;
}

export const nothingKnown: Facts = {
  emailHash: null,
  birthYear: null,
  gender: null,
  city: null,
  state: null,
};

const names = ['emailHash', 'birthYear', 'gender', 'city', 'state'] as const;

/** Returns whether a fact that both know differs. */
export function contradict(one: Facts, other: Facts): boolean {
  return names.some((name) => compare(one[name], other[name]) === 'differs');
}

/** Returns whether any two of them contradict each other, in one pass. */
export function anyContradict(all: Iterable<Facts>): boolean {
  const seen: Facts = { ...nothingKnown };
  for (const facts of all) {
    if (contradict(seen, facts)) return true;
    for (const name of names) Object.assign(seen, { [name]: seen[name] ?? facts[name] });
  }
  return false;
}

/** Merges what several sources know about one person. A fact on which they disagree is unknown. */
export function mergeFacts(sources: readonly Facts[]): Facts {
  return {
    emailHash: agreed(sources.map(({ emailHash }) => emailHash)),
    birthYear: agreed(sources.map(({ birthYear }) => birthYear)),
    gender: agreed(sources.map(({ gender }) => gender)),
    city: agreed(sources.map(({ city }) => city)),
    state: agreed(sources.map(({ state }) => state)),
  };
}

function agreed<Value>(values: readonly (Value | null)[]): Value | null {
  const known = new Set(values.filter((value) => value !== null));
  const [first] = known;
  return known.size === 1 && first !== undefined ? first : null;
}

type Comparison = 'agrees' | 'differs' | 'unknown';

/** Compares the facts of one person with those of another. */
export function compareFacts(one: Facts, other: Facts) {
  return {
    email: compare(one.emailHash, other.emailHash),
    birthYear: compare(one.birthYear, other.birthYear),
    gender: compare(one.gender, other.gender),
    location: compareLocations(one, other),
  };
}

// A city alone proves little, because many states have a city of its name: both must agree.
function compareLocations(one: Facts, other: Facts): Comparison {
  const both = [compare(one.city, other.city), compare(one.state, other.state)];
  if (both.includes('differs')) return 'differs';
  return both.includes('unknown') ? 'unknown' : 'agrees';
}

function compare(one: string | number | null, other: string | number | null): Comparison {
  if (one === null || other === null) return 'unknown';
  return one === other ? 'agrees' : 'differs';
}

/** Why a participant was matched to a member or to none, the surest first. */
const reasons = [
  'member_id',
  'email',
  'imported_before',
  'name_and_birth_year',
  'name_and_place',
  'name_and_gender',
  'unique_name',
  'no_match',
  'ambiguous',
] as const;

export type Reason = (typeof reasons)[number];

export function surest(one: Reason, other: Reason): Reason {
  return reasons.indexOf(one) <= reasons.indexOf(other) ? one : other;
}

/** A player or a ghost (a member without an account), for comparison with participants. */
export interface KnownMember extends Facts {
  id: string;
  memberNumber: number;
  displayName: string;
  /** First and last name, folded. */
  name: string;
  isGhost: boolean;
  /** Whether it is a ghost that the application itself created. */
  isOwnGhost: boolean;
  /**
   * Whether the application may know them: they can be found, or are connected to it. The facts of
   * others affect neither a decision nor a response. Only identifiers match them.
   */
  mayBeKnown: boolean;
}

export function knownMember(row: MemberFactsRow, hash: KeyedHash): KnownMember {
  return {
    id: row.id,
    memberNumber: row.member_number,
    displayName: row.display_name,
    name: row.name_folded,
    isGhost: row.is_ghost,
    isOwnGhost: row.is_own_ghost,
    mayBeKnown: row.may_be_known,
    emailHash: row.email === null ? row.email_hash : hash(row.email),
    birthYear: row.birth_year,
    gender: row.gender === 'UNKNOWN' ? null : row.gender,
    city: row.city_folded,
    state: row.state === null ? null : foldShort(row.state),
  };
}
