import { bracketsOf } from '../../ratings/domain/brackets.ts';
import type { MatchToRate } from '../../ratings/domain/rate-matches.ts';
import { ratedGames } from '../../ratings/domain/rated-games.ts';
import type { NewMatch } from '../store/ledger.ts';
import type { Uncounted } from '../store/reports.ts';
import type { EffectiveMatch } from './effective-match.ts';
import type { ValidMatch, Verdict } from './judge-batch.ts';

/** A valid match as it is stored and as it is rated. */
export interface LedgerEntry extends NewMatch, MatchToRate {
  position: number;
  /** Why it does not count; null where it does. */
  uncounted: Uncounted | null;
}

export interface LedgerEntrySource {
  newMatchId: () => string;
  /** Whether the results move the player. */
  isConfirmed: (memberId: string) => boolean;
}

/** The valid matches in the order they are rated in: by date, then by their position in the batch. */
export function ledgerEntries(
  verdicts: readonly Verdict[],
  { newMatchId, isConfirmed }: LedgerEntrySource,
): LedgerEntry[] {
  return verdicts
    .flatMap((verdict) =>
      verdict.status === 'valid' ? ledgerEntry(verdict.match, { newMatchId, isConfirmed }) : [],
    )
    .toSorted((one, other) => one.matchDate.getTime() - other.matchDate.getTime());
}

function ledgerEntry(
  { effective, played, contentHash, fingerprint, possibleDuplicateOf, teams }: ValidMatch,
  { newMatchId, isConfirmed }: LedgerEntrySource,
): LedgerEntry {
  const memberIds = teams.map((team) => team.map((player) => player.id));
  const { sport } = effective;
  const games = ratedGames(effective.games);
  return {
    id: newMatchId(),
    position: effective.position,
    identifier: effective.identifier,
    contentHash,
    fingerprint,
    days: played,
    uncounted:
      possibleDuplicateOf === null ? null : { reason: 'held', otherMatchId: possibleDuplicateOf },
    sport,
    matchDate: played.playedAt,
    // A match without a game that counts moves nobody, so it counts for no bracket.
    brackets: games.length === 0 ? [] : bracketsOf(teams, played.day),
    content: contentOf(effective),
    teams: memberIds,
    games,
    unrated: new Set(memberIds.flat().filter((memberId) => !isConfirmed(memberId))),
  };
}

/** What the ledger keeps of a match besides its columns: the players as the partner named them. */
function contentOf(match: EffectiveMatch) {
  const { teams, outcome, winner, isContradicted, games, details } = match;
  const { matchDate, timeZone, lastDay } = match;
  return {
    teams,
    ...(outcome !== 'completed' && { outcome }),
    ...(winner !== null && { winner }),
    ...(isContradicted && { isContradicted }),
    games: games.map(({ isRated, format, ...game }) => ({
      ...game,
      ...(format !== null && { format: format.code }),
      ...(!isRated && { isRated }),
    })),
    ...details,
    matchDate,
    ...(timeZone !== null && { timeZone }),
    ...(lastDay !== null && { lastDay }),
  };
}
