import type { Schemas } from '@partner-rating/server';
import { displayName } from '../../../ratings/domain/player.ts';
import type { Decision } from './decide-people.ts';
import { type KnownMember, type Participant, type Reason, surest } from './participant.ts';
import type { TournamentMatch } from './tournament-matches.ts';

/** One player of an import: a member, or a person who gets a ghost (a member without an account). */
interface RosterEntry {
  pointers: string[];
  first: Participant;
  decision: Decision | null;
  member: KnownMember | null;
  reason: Reason;
}

export interface RosterSource {
  matches: readonly TournamentMatch[];
  /** Returns the players of a stored match, team by team. Null if it is not stored. */
  storedPlayers: (match: TournamentMatch) => readonly (KnownMember | undefined)[] | null;
  decisions: ReadonlyMap<Participant, Decision>;
}

/** Lists every player of an import once, in the order of their first match, with all their places. */
export function* makeRoster({
  matches,
  storedPlayers,
  decisions,
}: RosterSource): Generator<number, RosterEntry[]> {
  const entries = new Map<string | Decision | Participant, RosterEntry>();
  for (const match of matches) {
    const stored = storedPlayers(match);
    const positions = positionsOf(match);
    yield 10 * positions.length;
    for (const [index, { participant, pointer }] of positions.entries()) {
      const found =
        stored === null ? decisions.get(participant) : storedDecision(participant, stored[index]);
      // A participant without a decision is unknown, which the errors report.
      if (found === undefined) continue;
      const { member, reason } = found;
      const decision = 'person' in found ? found : null;
      const key = member === null ? decision : personOf(member, participant);
      if (key === null) continue;
      const entry = entries.get(key);
      if (entry === undefined) {
        entries.set(key, { pointers: [pointer], first: participant, decision, member, reason });
      } else {
        entry.pointers.push(pointer);
        entry.reason = surest(entry.reason, reason);
      }
    }
  }
  return [...entries.values()];
}

function positionsOf({ teams, effective }: TournamentMatch) {
  return teams.flatMap((team, teamIndex) =>
    team.map((participant, index) => ({
      participant,
      pointer: `/matches/${effective.position}/teams/${teamIndex}/${index}`,
    })),
  );
}

// A hidden member has one entry for each set of facts that was sent: a joint entry would reveal that both are one person.
function personOf(member: KnownMember, participant: Participant): string | Participant {
  return member.mayBeKnown ? member.id : participant;
}

function storedDecision(participant: Participant, member: KnownMember | undefined) {
  if (member === undefined) return undefined;
  const isNamed = member.mayBeKnown ? participant.reference !== null : isOwn(participant, member);
  const reason: Reason = isNamed ? 'member_id' : 'imported_before';
  return { member, reason };
}

/** Returns whether the member was sent by their own id or number, and not by that of a claimed ghost. */
function isOwn({ reference }: Participant, { id, memberNumber }: KnownMember): boolean {
  return reference === id || reference === String(memberNumber);
}

export interface RosterView {
  /** Returns the ghost that was created for a decision. Null if there is none, as in a dry run. */
  ghostOf: (decision: Decision) => { id: string; memberNumber: number } | null;
}

/** Returns the roster for the response. */
export function* participantMatches(
  roster: readonly RosterEntry[],
  view: RosterView,
): Generator<number, Schemas.ParticipantMatch[]> {
  const matches: Schemas.ParticipantMatch[] = [];
  for (const entry of roster) {
    matches.push(toParticipantMatch(entry, view));
    yield 100;
  }
  return matches;
}

function toParticipantMatch(
  { pointers, first, decision, member, reason }: RosterEntry,
  { ghostOf }: RosterView,
): Schemas.ParticipantMatch {
  const { firstName, lastName } = first.sent;
  const sentName = () => displayName({ first_name: firstName, last_name: lastName });
  if (member === null) {
    const ghost = decision === null ? null : ghostOf(decision);
    return {
      pointers,
      firstName,
      lastName,
      id: ghost?.id ?? null,
      memberId: ghost?.memberNumber ?? null,
      displayName: sentName(),
      isGhost: true,
      isNew: true,
      reason,
    };
  }
  // For a hidden member, the response contains only facts that were sent.
  const { mayBeKnown } = member;
  const isNamed = mayBeKnown || isOwn(first, member);
  return {
    pointers,
    firstName,
    lastName,
    id: isNamed ? member.id : null,
    memberId: isNamed ? member.memberNumber : null,
    displayName: mayBeKnown ? member.displayName : sentName(),
    isGhost: member.isGhost,
    isNew: false,
    reason,
  };
}
