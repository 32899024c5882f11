import type { KnownMember, Participant, Reason } from './participant.ts';

/** Facts about an import's participants that need no comparison of names. */
export interface KnownPlayers {
  byReference: ReadonlyMap<string, KnownMember>;
  /** The member and the ghosts (members without an account) that have an email address, by its hash. */
  byEmailHash: ReadonlyMap<string, readonly KnownMember[]>;
  /** The people of earlier participants with the same facts, by key. */
  before: ReadonlyMap<string, KnownMember>;
}

/** The certain identity of a participant. */
export interface Identity {
  /** Equal for the same person. */
  key: string;
  /** Null if only an email address identifies the person, and nobody has it yet. */
  member: KnownMember | null;
  reason: Reason;
}

interface Identified {
  identities: Map<Participant, Identity>;
  /** Participants with a `memberId` that names nobody. */
  unknown: Set<Participant>;
}

/** Identifies participants by `memberId`, email address, or an earlier import. */
export function identify(participants: readonly Participant[], known: KnownPlayers): Identified {
  const identities = new Map<Participant, Identity>();
  const unknown = new Set<Participant>();
  for (const participant of participants) {
    const identity = identityOf(participant, known);
    if (identity !== null) identities.set(participant, identity);
    else if (participant.reference !== null) unknown.add(participant);
  }
  const owners = emailOwners(identities);
  for (const participant of participants) {
    const { emailHash } = participant;
    if (emailHash === null || identities.has(participant) || unknown.has(participant)) continue;
    const member = owners.get(emailHash) ?? null;
    const key = member?.id ?? `email ${emailHash}`;
    identities.set(participant, { key, member, reason: 'email' });
  }
  return { identities, unknown };
}

function identityOf(participant: Participant, known: KnownPlayers): Identity | null {
  const { reference, emailHash, key, name } = participant;
  if (reference !== null) return identity(known.byReference.get(reference), 'member_id');
  return (
    (emailHash === null
      ? null
      : identity(named(known.byEmailHash.get(emailHash), name), 'email')) ??
    identity(known.before.get(key), 'imported_before')
  );
}

// An address alone must not reveal to an importer of lists whether somebody is a member,
// or plays in other applications' tournaments. In an application's own tournaments, one
// address is one person, under any name.
function named(members: readonly KnownMember[] | undefined, name: string): KnownMember | undefined {
  const agreeing = (members ?? []).filter((member) => nameAgrees(name, member.name));
  const [first] = agreeing;
  return (
    agreeing.find(({ isGhost }) => !isGhost) ??
    members?.find(({ isOwnGhost }) => isOwnGhost) ??
    (first && { ...first, mayBeKnown: true })
  );
}

function identity(member: KnownMember | undefined, reason: Reason): Identity | null {
  return member === undefined ? null : { key: member.id, member, reason };
}

// An address that comes with one `memberId` names the same member also without it. An address
// that comes with several names none of them, which is null.
function emailOwners(
  identities: ReadonlyMap<Participant, Identity>,
): Map<string, KnownMember | null> {
  const owners = new Map<string, KnownMember | null>();
  for (const [{ emailHash }, { member }] of identities) {
    if (emailHash === null || member === null) continue;
    const owner = owners.get(emailHash);
    owners.set(emailHash, owner === undefined || owner?.id === member.id ? member : null);
  }
  return owners;
}

// Enough for middle names and double surnames. With more, one participant with many common names would
// guess hundreds of people.
const MAX_WORDS_MORE = 3;

/**
 * Returns whether two folded names may be of one person: the other contains all words of the shorter one and
 * at most a few more, and the shorter one has at least two. An initial agrees with nothing, because there are too
 * few initials to rule a guess out.
 */
export function nameAgrees(one: string, other: string): boolean {
  const [shorter, longer] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.size - b.size);
  if (shorter === undefined || longer === undefined || shorter.size < 2) return false;
  if (longer.size > shorter.size + MAX_WORDS_MORE) return false;
  return [...shorter].every((word) => longer.has(word));
}

function wordsOf(name: string): Set<string> {
  return new Set(name.split(' ').filter((word) => word !== ''));
}
