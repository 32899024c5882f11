import { createHash } from 'node:crypto';
import { ratedGames } from '@partner-rating/ratings';
import type { ErrorItem } from '@partner-rating/server';
import type { PlayerRow } from '../../ratings/store/players.ts';
import type { StoredContent, StoredMatchRow } from '../store/ledger.ts';
import type { EffectiveMatch } from './effective-match.ts';
import { parseMatchDate } from './played-days.ts';

/** The result of looking up a match's identifier. An identifier permanently names one match of an application. */
export type Identity =
  | { kind: 'new' }
  /** Stored with the same content. It may be held as a possible duplicate. */
  | { kind: 'stored'; id: string; heldFor: string | null }
  /** Used earlier in the batch with the same content, at this index. */
  | { kind: 'repeated'; position: number }
  /** Used before with other content. */
  | { kind: 'taken'; error: ErrorItem };

interface IdentityFacts {
  /** Equal for equal matches. */
  contentHashes: readonly Uint8Array[];
  stored: readonly StoredMatchRow[];
  /** Returns whether a reference names a player that the application may know. */
  isKnown: (reference: string) => boolean;
}

/** Returns the identity of each match, in the order of the batch. */
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

/** Returns whether an error means that an identifier is taken, and not that the match is wrong. */
export function isConflict({ code }: ErrorItem): boolean {
  return code === 'match_conflict' || code === 'repeated_identifier';
}

function conflict({ position, identifier }: EffectiveMatch, storedAt: Date): ErrorItem {
  const day = storedAt.toISOString().slice(0, 10);
  return {
    pointer: `/matches/${position}/identifier`,
    code: 'match_conflict',
    detail: `${identifier} was submitted on ${day} with other content. Give a new match a new identifier. To correct the stored match, use matches.replace.`,
  };
}

function repetition({ position, identifier }: EffectiveMatch): ErrorItem {
  return {
    pointer: `/matches/${position}/identifier`,
    code: 'repeated_identifier',
    detail: `${identifier} is already in this batch with other content. Give each match its own identifier.`,
  };
}

// After a member has claimed a ghost (a member without an account), a match is equal whether it names the ghost or the member,
// because players are compared by their present ids. If the application may not know one of them, that would confirm a guess
// about who claimed a ghost. Old hashes depend on the order of the teams.
function isSameAsStored(
  row: StoredMatchRow,
  match: EffectiveMatch,
  { areKnown, hash }: { areKnown: boolean; hash: Uint8Array | undefined },
): boolean {
  if (!isSameZone(row.content.timeZone, match.timeZone)) return false;
  if (isSame(row.content_hash, hash)) return true;
  return areKnown ? isSame(storedContentHash(row.content), hash) : isSameAsSent(row, match);
}

// A player who opted out or was erased cannot be found by the number that was sent, so this compares the references as sent.
function isSameAsSent({ content, sent_teams: teams }: StoredMatchRow, match: EffectiveMatch) {
  return isSame(storedContentHash({ ...content, teams }), contentHash(match, new Map()));
}

/** Returns whether the time zones do not contradict each other. Either may be missing. */
export function isSameZone(stored: string | null | undefined, sent: string | null): boolean {
  return stored == null || sent === null || stored === sent;
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}

// 128 bits are enough. Among a billion matches, two have the same hash with a chance below 1 in 10^20. An application that looks for
// two such matches of its own needs about 2^64 attempts, and then confuses only its own matches. To hit a match of another
// application, it needs 2^128 attempts divided by the number of stored matches.
const HASH_BYTES = 16;

/**
 * Returns a hash of everything but the identifier, with the batch's defaults filled in. These do not change the hash:
 * which reference names a player, the offset of a time, the order of teams and of players in a team, and the time zone. So a partner
 * may start to send time zones. A date equals its midnight in UTC, because many programs send a day like that. A missing date stays missing, so that
 * a match that is sent again later is equal.
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

/** Returns the content hash of a stored match, with the present ids of its players. */
export function storedContentHash(stored: StoredContent): Uint8Array {
  return hash(inCanonicalOrder(stored));
}

/** Returns the content hash of a match with the player references exactly as they were sent. */
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
      // With too many or too few scores, which are an error, the hash differs.
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
    matchDate == null ? null : (parseMatchDate(matchDate) ?? matchDate),
    teams,
    games.map(({ identifier, scores, winScore, winBy }) => [identifier, scores, winScore, winBy]),
    [match.bracket, match.event, match.location, match.matchSource, match.matchType],
    // Omits the outcome `completed`, because hashes from before there were other outcomes do not have it.
    ...(match.outcome === undefined || match.outcome === 'completed' ? [] : [match.outcome]),
    // Omits a winner that the games show, because hashes from before there was `winner` do not have it.
    ...(typeof match.winner === 'number' ? [match.winner] : []),
  ];
  return shortHash(JSON.stringify(content));
}

/**
 * Returns the fingerprint of each match, in hexadecimal, in the order of the batch. The fingerprint of an invalid match has
 * no meaning. Null if no game counts: then nothing can count twice.
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

/** The players, scores, and rules of a match. */
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
 * Returns a hash of what all reports of a match have in common: the sport, the teams in any order, and the games that count with
 * their scores and rules. Ratings depend on nothing else that a reporter says, so a report that would rate the players
 * differently is another match. A match without a game that counts has no fingerprint.
 */
export function matchFingerprint({ sport, teams, games: all }: PlayedMatch): Uint8Array {
  const games = ratedGames(all);
  const rules = games.map(({ winScore, winBy }) => `${winScore}/${winBy}`);
  const sides = teams.map((team, index) => {
    const scores = games.map(({ scores }) => scores[index]);
    return `${team.toSorted().join(',')}:${scores.join(',')}`;
  });
  return shortHash(`${sport} ${rules.join(',')} ${sides.toSorted().join(';')}`);
}

function shortHash(text: string): Uint8Array {
  return createHash('sha256').update(text).digest().subarray(0, HASH_BYTES);
}
