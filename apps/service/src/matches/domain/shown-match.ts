import type { ExplainedMatch } from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { isKnown, ratingsAreShown } from '../../members/domain/visibility.ts';
import { shownExplanation } from '../../ratings/domain/shown-explanation.ts';
import type { MatchView, ViewedPlayer } from '../store/match-views.ts';
import { winnerOf } from './effective-match.ts';
import { playedDays } from './played-days.ts';

export interface Viewer {
  applicationId: string;
  /** The player whose matches are listed, who lets the application read how they came about. */
  subjectId?: string;
}

/**
 * A match as an application may see it: its own whole, another's as far as it is about the subject.
 * @param explained What it does to the main rating of its players.
 */
export function shownMatch(
  match: MatchView,
  viewer: Viewer,
  explained?: ExplainedMatch,
): Schemas.Match {
  const isOwn = match.applicationId === viewer.applicationId;
  const { bracket, event, location, matchSource, matchType } = match.content;
  // Who lets the application read their history shows it their ratings with that.
  const hidden = new Set(
    match.players
      .filter((player) => player.id !== viewer.subjectId)
      .filter((player) => !isKnown(player) || !ratingsAreShown(player))
      .map(({ id }) => id),
  );
  const explanationOf = ({ id }: ViewedPlayer) =>
    explained === undefined || hidden.has(id)
      ? undefined
      : shownExplanation(explained, id, (other) => hidden.has(other));
  const players = match.players.map((player) => ({
    team: player.team,
    shown: shownPlayer(player, {
      reference: isOwn ? referenceOf(match, player) : undefined,
      isOutcomeShown: isOwn || player.id === viewer.subjectId,
      explanation: explanationOf(player),
    }),
  }));
  return {
    id: match.id,
    ...(isOwn && { identifier: match.identifier }),
    status: statusOf(
      match,
      players.map(({ shown }) => shown),
    ),
    ...(match.uncounted === 'repeated' && { duplicateOf: 'other' }),
    ...(isOwn &&
      match.uncounted === 'held' &&
      match.otherMatchId !== null && { possibleDuplicateOf: match.otherMatchId }),
    settled: match.isSettled,
    sport: match.sport,
    matchDate: match.matchDate.toISOString(),
    ...venueOf(match),
    submittedAt: match.createdAt.toISOString(),
    outcome: match.content.outcome ?? 'completed',
    ...withoutNull({ winner: winnerOf(match.content) }),
    teams: [...Map.groupBy(players, ({ team }) => team).values()].map((team) =>
      team.map(({ shown }) => shown),
    ),
    games: match.content.games.map(({ scores, winScore, winBy, format, isRated, identifier }) => ({
      scores,
      winScore,
      winBy,
      ...(format !== undefined && { format }),
      isRated: isRated ?? true,
      ...(isOwn && identifier !== null && { identifier }),
    })),
    ...withoutNull({ bracket, event, location, matchSource, matchType }),
    ...(match.voidedAt !== null && { voidedAt: match.voidedAt.toISOString() }),
    ...(isOwn && match.voidReason !== null && { voidReason: match.voidReason }),
  };
}

/** Where and on which day the match was played, as far as its report says. */
function venueOf({
  content: { matchDate, timeZone, lastDay },
  createdAt,
}: MatchView): Pick<Schemas.Match, 'matchDay' | 'timeZone'> {
  const sent = { matchDate, timeZone: timeZone ?? null, lastDay: lastDay ?? null };
  const played = playedDays(sent, createdAt);
  const isKnown = played !== null && played.firstDay === played.lastDay;
  return {
    ...(isKnown && { matchDay: played.day }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

/** The word by which the partner named a player; in an import there is none. */
function referenceOf({ content }: MatchView, { team, position }: ViewedPlayer): string | undefined {
  return content.sentHash === undefined ? content.teams[team]?.[position] : undefined;
}

interface Shown {
  reference: string | undefined;
  /** Whether the application sees what the result does to the player, and what was answered to it. */
  isOutcomeShown: boolean;
  explanation: Schemas.RatingExplanation | undefined;
}

function shownPlayer(
  player: ViewedPlayer,
  { reference, isOutcomeShown, explanation }: Shown,
): Schemas.MatchPlayer {
  const { id, memberNumber, displayName, isRated, answer, answeredAt } = player;
  return {
    ...(isKnown(player) && { id, memberId: memberNumber, displayName }),
    ...(reference !== undefined && { reference }),
    ...(isOutcomeShown && { confirmation: isRated ? 'confirmed' : 'unconfirmed' }),
    ...(isOutcomeShown &&
      answer !== null &&
      answeredAt !== null && { answer, answeredAt: new Date(answeredAt).toISOString() }),
    // Its reason says whether they agreed.
    ...(isOutcomeShown && explanation !== undefined && { explanation }),
  };
}

function statusOf(
  { voidedAt, uncounted }: MatchView,
  players: readonly Schemas.MatchPlayer[],
): Schemas.MatchStatus {
  if (voidedAt !== null) return 'voided';
  if (uncounted !== null) return uncounted === 'held' ? 'held' : 'duplicate';
  if (players.some(objects)) return 'disputed';
  return players.some(({ confirmation }) => confirmation === 'unconfirmed')
    ? 'unconfirmed'
    : 'rated';
}

// Who confirms after a denial has that as their last answer, and after a dispute there is none.
function objects({ answer }: Schemas.MatchPlayer): boolean {
  return answer === 'disputed' || answer === 'denied';
}

type Filled<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

function withoutNull<Fields extends object>(fields: Fields): Filled<Fields> {
  const filled = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(filled) as Filled<Fields>;
}

/** Where a page of matches ended. Partners pass it back and never look inside. */
export function encodeMatchCursor(lastId: string): string {
  return Buffer.from(JSON.stringify({ before: lastId })).toString('base64url');
}

/** The id of the match a page ended with; null for a text that is not one of our cursors. */
export function decodeMatchCursor(cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [id] = /mat_[0-7][0-9a-hjkmnp-tv-z]{25}/.exec(text) ?? [];
  // Base64 passes over what it does not know, so only what comes out the same again is a cursor.
  return id !== undefined && encodeMatchCursor(id) === cursor ? id : null;
}
