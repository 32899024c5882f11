import { createHash } from 'node:crypto';
import { ratedGames } from '@partner-rating/ratings';
import type { ErrorItem } from '@partner-rating/server';
import type { PlayerRow } from '../../ratings/store/players.ts';
import type { StoredContent, StoredMatchRow } from '../store/ledger.ts';
import type { EffectiveMatch } from './effective-match.ts';
import { parseMatchDate } from './played-days.ts';

/** What a match's identifier says of it: an identifier names one match of an application, for good. */
export type Identity =
  | { kind: 'new' }
  /** Stored with the same content, and perhaps held as a possible duplicate. */
  | { kind: 'stored'; id: string; heldFor: string | null }
  /** Named earlier in the batch with the same content, at this position. */
  | { kind: 'repeated'; position: number }
  /** Named before with other content. */
  | { kind: 'taken'; error: ErrorItem };

interface IdentityFacts {
  /** What each match is the same by. */
  contentHashes: readonly Uint8Array[];
  stored: readonly StoredMatchRow[];
  /** Whether a player whom the application may know is named by this. */
  isKnown: (reference: string) => boolean;
}

/** The identity of each match, in the order of the batch. */
export function identifyMatches(
  matches: readonly EffectiveMatch[],
  { contentHashes, stored, isKnown }: IdentityFacts,
): Identity[] {
  const storedByIdentifier = new Map(stored.map((row) => [row.identifier, row]));
  const positions = new Map<string, number>();
  return matches.map((match, index) => {
    const row = storedByIdentifier.get(match.identifier);
    const earlier = positions.get(match.identifier);
    if (earlier === undefined) positions.set(match.identifier, index);
    if (row !== undefined) {
      const areKnown = match.teams.flat().every(isKnown);
      return isSameAsStored(row, match, { areKnown, hash: contentHashes[index] })
        ? { kind: 'stored', id: row.id, heldFor: row.held_for }
        : { kind: 'taken', error: conflict(match, row.created_at) };
    }
    if (earlier === undefined) return { kind: 'new' };
    return isSame(contentHashes[earlier], contentHashes[index])
      ? { kind: 'repeated', position: earlier }
      : { kind: 'taken', error: repetition(match) };
  });
}

/** Whether an error is that an identifier is taken, and not that the match itself is wrong. */
export function isConflict({ code }: ErrorItem): boolean {
  return code === 'match_conflict' || code === 'repeated_identifier';
}

function conflict({ position, identifier }: EffectiveMatch, storedAt: Date): ErrorItem {
  const day = storedAt.toISOString().slice(0, 10);
  return {
    pointer: `/matches/${position}/identifier`,
    code: 'match_conflict',
    detail: `${identifier} was submitted on ${day} with other content. Give a new match a new identifier.`,
  };
}

function repetition({ position, identifier }: EffectiveMatch): ErrorItem {
  return {
    pointer: `/matches/${position}/identifier`,
    code: 'repeated_identifier',
    detail: `${identifier} stands in this batch already, with other content. Give each match its own identifier.`,
  };
}

// A match of a ghost who was claimed since is the same whichever of the two it names, as its players are
// compared as they are called today; not where the application may not know one of them, or that would confirm
// a guess at who claimed a ghost. A hash may be from when the order of the teams mattered.
function isSameAsStored(
  row: StoredMatchRow,
  match: EffectiveMatch,
  { areKnown, hash }: { areKnown: boolean; hash: Uint8Array | undefined },
): boolean {
  if (!isSameZone(row.content.timeZone, match.timeZone)) return false;
  if (isSame(row.content_hash, hash)) return true;
  return areKnown ? isSame(storedContentHash(row.content), hash) : isSameAsSent(row, match);
}

// A player who opted out or was erased since is nobody by the number they were sent under: only the
// partner's own words count.
function isSameAsSent({ content, sent_teams: teams }: StoredMatchRow, match: EffectiveMatch) {
  return isSame(storedContentHash({ ...content, teams }), contentHash(match, new Map()));
}

/** Whether a match can be the one stored with this time zone: a report may leave it out, but not name another. */
export function isSameZone(stored: string | null | undefined, sent: string | null): boolean {
  return stored == null || sent === null || stored === sent;
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}

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
      // What is too many or too few is an error, and makes it another match.
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

/**
 * What each match has in common with every other report of it, in hexadecimal, in the order of the
 * batch. That of a match with an error says nothing. Null where no game counts: nothing can count twice
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

/** What was played: by whom, and with which scores under which rules. */
export interface PlayedMatch {
  sport: string;
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
  games: readonly {
    scores: readonly number[];
    winScore: number;
    winBy: number;
    isRated?: boolean;
  }[];
}

/**
 * SHA-256 over what all reports of a match have in common, besides its day: the sport, who played with whom, and the
 * games that count in their order, each with its scores and rules. That is everything a reporter says that ratings
 * depend on, so a report that would rate the players otherwise is another match, which nobody confirms by reporting
 * theirs. What they say of the rules is part of it as a whole, although `winBy` moves no rating. Neither the
 * order of the teams nor of the players in them matters. A match without a game that counts has none.
 */
export function matchFingerprint({ sport, teams, games: all }: PlayedMatch): Uint8Array {
  const games = ratedGames(all);
  const rules = games.map(({ winScore, winBy }) => `${winScore}/${winBy}`);
  const sides = teams.map((team, index) => {
    const scores = games.map(({ scores }) => scores[index]);
    return `${team.toSorted().join(',')}:${scores.join(',')}`;
  });
  const text = `${sport} ${rules.join(',')} ${sides.toSorted().join(';')}`;
  return createHash('sha256').update(text).digest();
}
