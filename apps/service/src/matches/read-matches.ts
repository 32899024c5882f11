import { PRIMARY_BRACKET } from '@partner-rating/ratings';
import { ProblemError, type Schemas } from '@partner-rating/server';
import type { Database } from '../platform/database/schema.ts';
import { readPositionWith, refuseCursor } from '../platform/paging.ts';
import { type ExplainableMatch, explainMatches } from '../ratings/explain-matches.ts';
import {
  decodeMatchCursor,
  encodeMatchCursor,
  shownMatch,
  type Viewer,
} from './domain/shown-match.ts';
import {
  findPlayed,
  findPlayedPosition,
  findSubmitted,
  findSubmittedPosition,
  type MatchPosition,
  type PageRange,
  type PlayedFilter,
  type SubmittedFilter,
} from './store/match-lists.ts';
import { findMatchViews, type MatchView, type ViewedPlayer } from './store/match-views.ts';

/** Reads a match as its application sees it. Returns null if the application submitted no such match. */
export async function readMatch(
  database: Database,
  { matchId, applicationId }: { matchId: string; applicationId: string },
): Promise<Schemas.Match | null> {
  const [match] = await findMatchViews(database, { ids: [matchId] }, applicationId);
  if (match?.applicationId !== applicationId) return null;
  const [shown = null] = await showMatches(database, [match], { applicationId });
  return shown;
}

export function matchNotFound(matchId: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `Your application submitted no match ${matchId}. The answer of matches.submit names the id of each match.`,
  });
}

export interface PageQuery {
  cursor?: string;
  limit?: number;
}

/**
 * Lists the matches that an application submitted, as it sees them.
 * @throws ProblemError `validation_failed` for an invalid cursor.
 */
export async function listSubmittedMatches(
  database: Database,
  filter: SubmittedFilter,
  query: PageQuery,
): Promise<Schemas.MatchesPage> {
  const { applicationId } = filter;
  return await readPage(database, query, {
    viewer: { applicationId },
    positionOf: async (matchId) =>
      await findSubmittedPosition(database, { applicationId, matchId }),
    find: async (range) => await findSubmitted(database, filter, range),
  });
}

/**
 * Lists the matches of a player who shares the rating history with the application, as the application sees them.
 * @throws ProblemError `validation_failed` for an invalid cursor.
 */
export async function listPlayedMatches(
  database: Database,
  { applicationId, ...filter }: PlayedFilter & { applicationId: string },
  query: PageQuery,
): Promise<Schemas.MatchesPage> {
  const { memberId } = filter;
  return await readPage(database, query, {
    viewer: { applicationId, subjectId: memberId },
    positionOf: async (matchId) => await findPlayedPosition(database, { memberId, matchId }),
    find: async (range) => await findPlayed(database, filter, range),
  });
}

interface MatchList {
  viewer: Viewer;
  positionOf: (matchId: string) => Promise<MatchPosition | undefined>;
  /** Returns the arrivals of the matches after a position. */
  find: (range: PageRange) => Promise<number[]>;
}

async function readPage(
  database: Database,
  query: PageQuery,
  { viewer, positionOf, find }: MatchList,
): Promise<Schemas.MatchesPage> {
  const { limit = 20 } = query;
  const lastId = readPositionWith(query, decodeMatchCursor);
  const before = lastId === null ? null : ((await positionOf(lastId)) ?? refuseCursor());
  const found = await find({ before, limit: limit + 1 });
  const arrivals = found.slice(0, limit);
  const matches = await findMatchViews(database, { arrivals }, viewer.applicationId);
  const last = matches.at(-1);
  const hasNext = found.length > limit && last !== undefined;
  return {
    matches: await showMatches(database, matches, viewer),
    nextCursor: hasNext ? encodeMatchCursor(last.id) : null,
  };
}

async function showMatches(
  database: Database,
  matches: readonly MatchView[],
  viewer: Viewer,
): Promise<Schemas.Match[]> {
  const partOf = ({ id }: MatchView) => ({ matchId: id, bracket: PRIMARY_BRACKET });
  const explained = await explainMatches(database, matches.map(toExplainable), matches.map(partOf));
  return matches.map((match) => shownMatch(match, viewer, explained(partOf(match))));
}

/** Converts a match to the input of its explanation in the primary bracket. */
function toExplainable({ players, content, ...match }: MatchView): ExplainableMatch {
  const teams = Map.groupBy(players, ({ team }) => team);
  const idsOf = (those: readonly ViewedPlayer[]) => those.map(({ id }) => id);
  return {
    ...match,
    brackets: [PRIMARY_BRACKET],
    teams: [...teams.values()].map(idsOf),
    memberNumbers: players.map(({ memberNumber }) => memberNumber),
    games: content.games.filter(({ isRated }) => isRated !== false),
    unrated: new Set(idsOf(players.filter(({ isRated }) => !isRated))),
    isCounted: match.uncounted === null && match.voidedAt === null,
    isContradicted: content.isContradicted === true,
  };
}
