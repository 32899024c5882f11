// The valid matches of a batch as entries of the ledger: in the order of play, and which of them are late.

import { bracketsOf, type MatchToRate, PRIMARY_BRACKET, ratedGames } from '@partner-rating/ratings';
import type { RatingRow } from '../../platform/database/schema.ts';
import type { UnmovedPlayer } from '../../ratings/settlement/store/settlement-players.ts';
import type { NewMatch } from '../store/ledger.ts';
import type { CountableReport, StoredReport, Uncounted } from '../store/reports.ts';
import {
  countReports,
  heldAmong,
  type Recounted,
  recounted,
  storedCounting,
} from './count-reports.ts';
import type { EffectiveMatch } from './effective-match.ts';
import type { ValidMatch, Verdict } from './judge-batch.ts';

/** A valid match as it is stored and as it is rated. */
export interface LedgerEntry extends NewMatch, MatchToRate {
  position: number;
  /** Why it does not count. Null if it counts. */
  uncounted: Uncounted | null;
}

interface LedgerEntrySource {
  newMatchId: () => string;
  /** Returns whether the results move the player's rating. */
  isConfirmed: (memberId: string) => boolean;
}

/** Returns the valid matches in the order of rating: by date, then by their index in the batch. */
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
    // A match without a game that counts moves no rating, so it counts for no bracket.
    brackets: games.length === 0 ? [] : bracketsOf(teams, played.day),
    content: contentOf(effective),
    teams: memberIds,
    games,
    unrated: new Set(memberIds.flat().filter((memberId) => !isConfirmed(memberId))),
  };
}

/** Returns the content that the ledger stores of a match next to its columns: the players as the partner named them. */
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

/** The state before the batch. */
export interface RatedBefore {
  ratings: readonly RatingRow[];
  unmoved: readonly UnmovedPlayer[];
}

/**
 * Returns the late entries, for whose players a later match is already rated. A later match also counts if the entry
 * does not move the player's rating, because the opponents and partners are rated with that player's rating.
 */
export function lateEntries(
  entries: readonly LedgerEntry[],
  { ratings, unmoved }: RatedBefore,
): LedgerEntry[] {
  const moved = playedAtOf(
    ratings
      .filter(({ bracket }) => bracket === PRIMARY_BRACKET)
      .map(({ member_id: memberId, sport, last_played_at: matchDate }) => {
        return { memberId, sport, matchDate };
      }),
  );
  const notMoved = playedAtOf(unmoved);
  return entries.filter(({ sport, matchDate, teams, unrated, games }) => {
    const isAfter = (last: ReadonlyMap<string, number>, memberId: string) =>
      (last.get(`${memberId} ${sport}`) ?? 0) > matchDate.getTime();
    const players = teams.flat();
    const movedNow = players.filter((memberId) => !unrated.has(memberId));
    if (games.length === 0 || movedNow.length === 0) return false;
    return (
      players.some((memberId) => isAfter(moved, memberId)) ||
      movedNow.some((memberId) => isAfter(notMoved, memberId))
    );
  });
}

/** Returns when each player last played their sport. */
function playedAtOf(
  played: readonly { memberId: string; sport: string; matchDate: Date | null }[],
): ReadonlyMap<string, number> {
  return new Map(
    played.map(({ memberId, sport, matchDate }) => [
      `${memberId} ${sport}`,
      matchDate?.getTime() ?? 0,
    ]),
  );
}

/** Which results of a batch are settled, so that no rating must be computed again because of them. */
export interface BatchSettlement {
  /** Returns false if the match is late: a later match of one of its players was already rated. */
  isSettled: (match: Pick<LedgerEntry, 'id'>) => boolean;
  /** For each match that was sent again, by its id, whether its changes are settled. */
  confirmed: ReadonlyMap<string, boolean>;
}

/** Returns the settled part of a batch with these late entries, and these just confirmed or released matches. */
export function batchSettlement(
  late: readonly Pick<LedgerEntry, 'id'>[],
  confirmed: readonly string[],
): BatchSettlement {
  const lateIds = new Set(late.map(({ id }) => id));
  return {
    isSettled: ({ id }) => !lateIds.has(id),
    confirmed: new Map(confirmed.map((matchId) => [matchId, false])),
  };
}

/** New matches together with the stored reports of the same players and games. */
export interface CountedEntries {
  /** The entries, each with why it does not count. */
  entries: LedgerEntry[];
  /** Reports that count differently than before, without the entries that are rated at once. */
  changes: Recounted[];
  /** The entries that a settlement rates, because other reports of the match are stored. */
  dueIds: ReadonlySet<string>;
}

interface CountingFacts {
  applicationId: string;
  reports: readonly StoredReport[];
}

/** Decides which of the new matches count. A match without a game that counts has no other report. */
export function countEntries(
  entries: readonly LedgerEntry[],
  { applicationId, reports }: CountingFacts,
): CountedEntries {
  const added = entries.flatMap((entry) => reportOf(entry, applicationId) ?? []);
  const all: CountableReport[] = [...reports, ...added];
  const held = heldAmong(reports);
  for (const { id, uncounted } of entries) {
    if (uncounted !== null) held.set(id, uncounted.otherMatchId);
  }
  const after = countReports(all, held);
  const changes = recounted(all, storedCounting(reports), after);
  const addedIds = new Set(added.map(({ matchId }) => matchId));
  const repeated = new Set(
    [...after.values()].flatMap(({ uncounted }) =>
      uncounted?.reason === 'repeated' ? uncounted.otherMatchId : [],
    ),
  );
  const isAtOnce = ({ report: { matchId }, after: counting }: Recounted) =>
    addedIds.has(matchId) && counting?.uncounted === null && !repeated.has(matchId);
  const isDue = (change: Recounted) =>
    addedIds.has(change.report.matchId) && change.after?.uncounted === null && !isAtOnce(change);
  return {
    entries: entries.map((entry) => ({
      ...entry,
      uncounted: after.get(entry.id)?.uncounted ?? null,
    })),
    changes: changes.filter((change) => !isAtOnce(change)),
    dueIds: new Set(changes.filter(isDue).map(({ report }) => report.matchId)),
  };
}

function reportOf(
  { id, identifier, fingerprint, days, sport, matchDate, content, teams, unrated }: LedgerEntry,
  applicationId: string,
): CountableReport | null {
  if (fingerprint === null) return null;
  return {
    matchId: id,
    applicationId,
    identifier,
    fingerprint,
    moment: days.moment,
    firstDay: days.firstDay,
    lastDay: days.lastDay,
    event: content.event,
    bracket: content.bracket,
    sport,
    matchDate,
    // Unknown before the match is stored.
    arrival: 0,
    reported: teams.flat().filter((memberId) => !unrated.has(memberId)),
    confirmed: [],
    denied: [],
  };
}
