import type { FaultItem, Schemas } from '@partner-rating/server';

/** What the matches lack that the schema cannot ask for: a match has games unless it is a walkover. */
export function missingGames(
  matches: readonly Pick<Schemas.MatchInput, 'games' | 'outcome'>[],
): FaultItem[] {
  return matches.flatMap(({ games, outcome }, position) => {
    if (outcome === 'walkover' || (games !== undefined && games.length > 0)) return [];
    const detail = 'Give the games of the match. Only one whose outcome is walkover may have none.';
    const code = games === undefined ? 'required' : 'minItems';
    return [{ pointer: `/matches/${position}/games`, code, detail }];
  });
}
