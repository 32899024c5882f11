import type { FaultItem } from '@partner-rating/server';
import { type References, splitReferences } from '../../members/domain/references.ts';
import type { PlayerRow } from '../store/players.ts';
import type { EffectiveMatch } from './effective-match.ts';

/** Who is named in the matches, each once. What has neither form of a member reference names nobody. */
export function referencesOf(matches: readonly EffectiveMatch[]): References {
  const all = [...new Set(matches.flatMap((match) => match.teams.flat()))];
  return splitReferences(all);
}

/** The players by everything a partner may call them. */
export function byReference(players: readonly PlayerRow[]): Map<string, PlayerRow> {
  return new Map(
    players.flatMap((player) => [
      [player.id, player],
      [String(player.member_number), player],
    ]),
  );
}

/** Whether a player may be submitted by the application; a trusted key may submit everyone. */
export type MayBeSubmitted = (memberId: string) => boolean;

export function playerFaults(
  match: EffectiveMatch,
  players: ReadonlyMap<string, PlayerRow>,
  mayBeSubmitted: MayBeSubmitted,
): FaultItem[] {
  const seen = new Set<string>();
  return match.teams.flatMap((team, teamIndex) =>
    team.flatMap((reference, index) => {
      const pointer = `/matches/${match.position}/teams/${teamIndex}/${index}`;
      const player = players.get(reference);
      if (player === undefined) {
        const detail = `There is no member ${reference}. Check the identifier.`;
        return [{ pointer, code: 'unknown_player', detail }];
      }
      if (seen.has(player.id)) {
        const detail = `Member ${reference} already plays in this match. Name each player once in a match.`;
        return [{ pointer, code: 'repeated_player', detail }];
      }
      seen.add(player.id);
      if (mayBeSubmitted(player.id)) return [];
      const detail = `Member ${reference} has not granted your application user:match:submit. Ask the player to connect.`;
      return [{ pointer, code: 'not_granted', detail }];
    }),
  );
}
