import { createHash } from 'node:crypto';
import type { PlayerRow } from '../../players/store/players.ts';
import type { StoredContent } from '../store/ledger.ts';
import type { EffectiveMatch } from './effective-match.ts';
import { parseMatchDate } from './played-days.ts';

/**
 * SHA-256 over what makes two matches the same: everything but the identifier, with the batch's
 * defaults filled in. A player is the same under either reference, a moment in any time zone, the
 * teams and the players in them in any order; a date that was left out stays left out, so that a
 * match resent later is still the same. A date is the same as its midnight in UTC, by which programs send days,
 * and the time zone has no part in it: who begins to send one does not change their matches.
 */
export function contentHash(
  match: EffectiveMatch,
  players: ReadonlyMap<string, PlayerRow>,
): Uint8Array {
  const teams = match.teams.map((team) =>
    team.map((reference) => players.get(reference)?.id ?? reference),
  );
  return storedContentHash({ ...match, ...match.details, teams });
}

/** The same of a match that is stored, with its players as they are called today. */
export function storedContentHash(stored: StoredContent): Uint8Array {
  return hash(inCanonicalOrder(stored));
}

/** The same of a match as it was sent, in whose teams anything may stand, in the order it stands in. */
export function sentContentHash(match: EffectiveMatch): Uint8Array {
  return hash({ ...match, ...match.details });
}

function inCanonicalOrder(match: StoredContent): StoredContent {
  const sorted = match.teams.map((team) => team.toSorted());
  const keys = sorted.map((team) => team.join(','));
  const order = [...keys.keys()].toSorted((one, other) =>
    (keys[one] ?? '') < (keys[other] ?? '') ? -1 : 1,
  );
  return {
    ...match,
    teams: order.map((index) => sorted[index] ?? []),
    winner: typeof match.winner === 'number' ? order.indexOf(match.winner) : null,
    games: match.games.map((game) => ({
      ...game,
      // What is too many or too few is a fault, and makes it another match.
      scores: [
        ...order.map((index) => game.scores[index] ?? -1),
        ...game.scores.slice(order.length),
      ],
    })),
  };
}

function hash(match: StoredContent): Uint8Array {
  const { sport, matchDate, teams, games } = match;
  const content = [
    sport,
    matchDate === null ? null : (parseMatchDate(matchDate) ?? matchDate),
    teams,
    games.map(({ identifier, scores, winScore, winBy }) => [identifier, scores, winScore, winBy]),
    [match.bracket, match.event, match.location, match.matchSource, match.matchType],
    // Left out of a match that was played to the end, as in hashes made before there were other outcomes.
    ...(match.outcome === undefined || match.outcome === 'completed' ? [] : [match.outcome]),
    // Left out where the games show it, as in hashes made before it was asked for.
    ...(typeof match.winner === 'number' ? [match.winner] : []),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}
