import { createHash } from 'node:crypto';
import type { PlayerRow } from '../../players/store/players.ts';
import type { StoredContent } from '../store/ledger.ts';
import type { EffectiveMatch } from './effective-match.ts';
import { parseMatchDate } from './match-date.ts';

/**
 * SHA-256 over what makes two matches the same: everything but the identifier, with the batch's
 * defaults filled in. A player is the same under either reference, a moment in any time zone; a
 * date that was left out stays left out, so that a match resent later is still the same.
 */
export function contentHash(
  match: EffectiveMatch,
  players: ReadonlyMap<string, PlayerRow>,
): Uint8Array {
  const teams = match.teams.map((team) =>
    team.map((reference) => players.get(reference)?.id ?? reference),
  );
  return hash({ ...match, ...match.details, teams });
}

/** The same of a match that is stored, with its players as they are called today. */
export function storedContentHash(stored: StoredContent): Uint8Array {
  return hash(stored);
}

function hash(match: StoredContent): Uint8Array {
  const { sport, matchDate, teams, games } = match;
  const content = [
    sport,
    matchDate === null ? null : (parseMatchDate(matchDate) ?? matchDate),
    teams,
    games.map(({ identifier, scores, winScore, winBy }) => [identifier, scores, winScore, winBy]),
    [match.bracket, match.event, match.location, match.matchSource, match.matchType],
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}
