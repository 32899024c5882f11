import type { ErrorItem } from '@partner-rating/server';
import { type References, splitReferences } from '../../members/domain/names.ts';
import type { PlayerAlias, PlayerRow } from '../../ratings/store/players.ts';
import type { EffectiveMatch } from './effective-match.ts';

/** Returns the member references in the matches, each once. Text that is not a reference is left out. */
export function referencesOf(matches: readonly EffectiveMatch[]): References {
  const all = [...new Set(matches.flatMap((match) => match.teams.flat()))];
  return splitReferences(all);
}

/**
 * Maps every reference to its player. The references of a claimed ghost (a member without an account) lead to the member who
 * claimed the ghost.
 */
export function byReference(
  players: readonly PlayerRow[],
  aliases: readonly PlayerAlias[] = [],
): Map<string, PlayerRow> {
  const byId = new Map(players.map((player) => [player.id, player]));
  const named = [...players.map((player) => ({ ...player, merged_into: player.id })), ...aliases];
  return new Map(
    named.flatMap(({ id, member_number, merged_into }) => {
      const player = byId.get(merged_into);
      return player === undefined
        ? []
        : [
            [id, player],
            [String(member_number), player],
          ];
    }),
  );
}

/** Returns the references that belong to none of these players. Each names a claimed ghost, or does not exist. */
export function unmatched({ ids, numbers }: References, players: readonly PlayerRow[]): References {
  const known = byReference(players);
  return {
    ids: ids.filter((reference) => !known.has(reference)),
    numbers: numbers.filter((reference) => !known.has(reference)),
  };
}

/** A player reference in a request. */
export interface NamedPlayer {
  reference: string;
  pointer: string;
}

export function playerErrors(
  match: Pick<EffectiveMatch, 'position' | 'teams'>,
  players: ReadonlyMap<string, { id: string }>,
): ErrorItem[] {
  const repeated = (reference: string) =>
    `Member ${reference} already plays in this match. Name each player once in a match.`;
  return namedErrors(namedIn(match), players, repeated);
}

/** Returns the players of a match, team by team. */
export function namedIn({
  position,
  teams,
}: Pick<EffectiveMatch, 'position' | 'teams'>): NamedPlayer[] {
  return teams.flatMap((team, teamIndex) =>
    team.map((reference, index) => ({
      reference,
      pointer: `/matches/${position}/teams/${teamIndex}/${index}`,
    })),
  );
}

/**
 * Returns the errors of unknown references, and of players named twice.
 * @param repeated Returns the text for a player named twice.
 */
export function namedErrors(
  named: readonly NamedPlayer[],
  players: ReadonlyMap<string, { id: string }>,
  repeated: (reference: string) => string,
): ErrorItem[] {
  const seen = new Set<string>();
  return named.flatMap(({ reference, pointer }): ErrorItem[] => {
    const player = players.get(reference);
    if (player === undefined) {
      const detail = `There is no member ${reference}. Check the identifier.`;
      return [{ pointer, code: 'unknown_player', detail }];
    }
    if (seen.has(player.id)) {
      return [{ pointer, code: 'repeated_player', detail: repeated(reference) }];
    }
    seen.add(player.id);
    return [];
  });
}
