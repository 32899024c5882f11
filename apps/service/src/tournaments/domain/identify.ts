import type { KnownMember } from './known-member.ts';
import { nameAgrees } from './name-agrees.ts';
import type { Participant } from './participant.ts';
import type { Reason } from './reasons.ts';

/** What is known of an import's participants without comparing names. */
export interface KnownPlayers {
  byReference: ReadonlyMap<string, KnownMember>;
  byEmail: ReadonlyMap<string, KnownMember>;
  /** Who participants with just these facts were before, by key. */
  before: ReadonlyMap<string, KnownMember>;
}

/** Who a participant is for sure. */
export interface Identity {
  /** The same for the same person. */
  key: string;
  /** Null for somebody whom only an e-mail address names that nobody has yet. */
  member: KnownMember | null;
  reason: Reason;
}

export interface Identified {
  identities: Map<Participant, Identity>;
  /** Participants with a `memberId` that names nobody. */
  unknown: Set<Participant>;
}

/** Who the participants are, as far as `memberId`, e-mail address or an earlier import show. */
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
    const { email } = participant;
    if (email === null || identities.has(participant) || unknown.has(participant)) continue;
    const member = owners.get(email) ?? null;
    const key = member?.id ?? `e-mail ${email}`;
    identities.set(participant, { key, member, reason: 'email' });
  }
  return { identities, unknown };
}

function identityOf(participant: Participant, known: KnownPlayers): Identity | null {
  const { reference, email, key, name } = participant;
  if (reference !== null) return identity(known.byReference.get(reference), 'member_id');
  return (
    (email === null ? null : identity(named(known.byEmail.get(email), name), 'email')) ??
    identity(known.before.get(key), 'imported_before')
  );
}

// To say of an address alone that somebody has it would reveal to an importer of lists who is a member.
// A ghost is nobody yet: whom tournaments call by one address is one person, under whatever name.
function named(member: KnownMember | undefined, name: string): KnownMember | undefined {
  return member?.isGhost || nameAgrees(name, member?.name ?? '') ? member : undefined;
}

function identity(member: KnownMember | undefined, reason: Reason): Identity | null {
  return member === undefined ? null : { key: member.id, member, reason };
}

// An address that stands beside a `memberId` once names the same member where it stands alone; one
// that stands beside several names none of them, which is null.
function emailOwners(
  identities: ReadonlyMap<Participant, Identity>,
): Map<string, KnownMember | null> {
  const owners = new Map<string, KnownMember | null>();
  for (const [{ email }, { member }] of identities) {
    if (email === null || member === null) continue;
    const owner = owners.get(email);
    owners.set(email, owner === undefined || owner?.id === member.id ? member : null);
  }
  return owners;
}
