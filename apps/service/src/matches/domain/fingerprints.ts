import type { PlayerRow } from '../../players/store/players.ts';
import { matchFingerprint } from '../../ratings/domain/fingerprint.ts';
import { ratedGames } from '../../ratings/domain/rated-games.ts';
import type { EffectiveMatch } from './effective-match.ts';

/**
 * What each match has in common with every other report of it, in hexadecimal, in the order of the
 * batch. That of a match with a fault says nothing. Null where no game counts: nothing can count twice
 * there, and the players and the day alone make no two reports one match.
 */
export function fingerprintsOf(
  matches: readonly EffectiveMatch[],
  players: ReadonlyMap<string, PlayerRow>,
): (string | null)[] {
  return matches.map((match) => {
    if (ratedGames(match.games).length === 0) return null;
    const teams = match.teams.map((team) =>
      team.map((reference) => players.get(reference)?.id ?? reference),
    );
    return Buffer.from(matchFingerprint({ ...match, teams })).toString('hex');
  });
}
