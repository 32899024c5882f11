// What an application may see of a match.

import type { ExplainedMatch } from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { isKnown, ratingsAreShown } from '../../members/domain/visibility.ts';
import { shownExplanation } from '../../ratings/domain/shown-explanation.ts';
import type { MatchView, ViewedPlayer } from '../store/match-views.ts';
import { winnerOf } from './effective-match.ts';
import { playedDays } from './played-days.ts';

export interface Viewer {
  applicationId: string;
  /** The player whose matches are listed, and who shares the rating history. */
  subjectId?: string;
}

/**
 * Returns what an application may see of a match: everything of its own. Of another application's match, only what
 * concerns the subject.
 * @param explained How the match moves the main rating of its players.
 */
export function shownMatch(
  match: MatchView,
  viewer: Viewer,
  explained?: ExplainedMatch,
): Schemas.Match {
  const isOwn = match.applicationId === viewer.applicationId;
  const { bracket, event, location, matchSource, matchType } = match.content;
  // The subject shares the rating history, and with it the ratings.
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
    ...given({ winner: winnerOf(match.content) }),
    teams: [...Map.groupBy(players, ({ team }) => team).values()].map((team) =>
      team.map(({ shown }) => shown),
    ),
    games: match.content.games.map(({ scores, winScore, winBy, format, isRated, identifier }) => ({
      scores,
      winScore,
      winBy,
      ...(format !== undefined && { format }),
      isRated: isRated ?? true,
      ...(isOwn && identifier !== undefined && { identifier }),
    })),
    ...given({ bracket, event, location, matchSource, matchType }),
    ...(match.voidedAt !== null && { voidedAt: match.voidedAt.toISOString() }),
    ...(isOwn && match.voidReason !== null && { voidReason: match.voidReason }),
  };
}

/** Returns the time zone, and the day if it is certain. */
function venueOf({
  content: { matchDate, timeZone, lastDay },
  createdAt,
}: MatchView): Pick<Schemas.Match, 'matchDay' | 'timeZone'> {
  const sent = {
    matchDate: matchDate ?? null,
    timeZone: timeZone ?? null,
    lastDay: lastDay ?? null,
  };
  const played = playedDays(sent, createdAt);
  const isKnown = played !== null && played.firstDay === played.lastDay;
  return {
    ...(isKnown && { matchDay: played.day }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

/** Returns the reference that the partner sent. An import has none. */
function referenceOf({ content }: MatchView, { team, position }: ViewedPlayer): string | undefined {
  return content.sentHash === undefined ? content.teams[team]?.[position] : undefined;
}

interface Shown {
  reference: string | undefined;
  /** Whether the application may see the effect on the player, and the player's answer. */
  isOutcomeShown: boolean;
  explanation: Schemas.RatingExplanation | undefined;
}

function shownPlayer(
  player: ViewedPlayer,
  { reference, isOutcomeShown, explanation }: Shown,
): Schemas.MatchPlayer {
  const { id, memberNumber, displayName, isRated, answer, answeredAt, answerReason } = player;
  return {
    ...(isKnown(player) && { id, memberId: memberNumber, displayName }),
    ...(reference !== undefined && { reference }),
    ...(isOutcomeShown && { confirmation: isRated ? 'confirmed' : 'unconfirmed' }),
    ...(isOutcomeShown &&
      answer !== null &&
      answeredAt !== null && {
        ...{ answer, answeredAt: new Date(answeredAt).toISOString() },
        ...(answerReason !== null && { answerReason }),
      }),
    // Shown only then, because the reason in the explanation says whether the player agreed.
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

// `answer` is the last one: a player can confirm after a denial, but not after a dispute.
function objects({ answer }: Schemas.MatchPlayer): boolean {
  return answer === 'disputed' || answer === 'denied';
}

type Filled<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

function given<Fields extends object>(fields: Fields): Filled<Fields> {
  const filled = Object.entries(fields).filter(([, value]) => value != null);
  return Object.fromEntries(filled) as Filled<Fields>;
}

/** Encodes the position of the last match of a page. The cursor is opaque to partners. */
export function encodeMatchCursor(lastId: string): string {
  return Buffer.from(JSON.stringify({ before: lastId })).toString('base64url');
}

/** Returns the id of the last match of a page. Null for an invalid cursor. */
export function decodeMatchCursor(cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [id] = /mat_[0-7][0-9a-hjkmnp-tv-z]{25}/.exec(text) ?? [];
  // Base64 ignores unknown characters, so the result is encoded again and compared.
  return id !== undefined && encodeMatchCursor(id) === cursor ? id : null;
}
