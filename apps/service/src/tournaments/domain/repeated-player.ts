import type { FaultItem } from '@partner-rating/server';
import type { Participant } from './participant.ts';
import type { TournamentMatch } from './tournament-matches.ts';

const POSITION = /^\/matches\/(\d+)\/teams\/(\d+)\/(\d+)$/;

/**
 * The fault that a player stands twice in a match, in the words of the import: it was we who took
 * two participants for one person.
 */
export function inWordsOfImport(matches: readonly TournamentMatch[], fault: FaultItem): FaultItem {
  const participant = fault.code === 'repeated_player' ? participantAt(matches, fault) : undefined;
  if (participant === undefined) return fault;
  const { firstName, lastName } = participant.sent;
  const detail =
    `${firstName} ${lastName} was taken for somebody who already plays in this match. Name each ` +
    'player once, and give facts that distinguish the two, such as memberId.';
  return { ...fault, detail };
}

function participantAt(
  matches: readonly TournamentMatch[],
  { pointer }: FaultItem,
): Participant | undefined {
  const [, position, team, index] = POSITION.exec(pointer) ?? [];
  return matches[Number(position)]?.teams[Number(team)]?.[Number(index)];
}
