import { winnerOf } from '../../matches/domain/effective-match.ts';
import { releaseMatch } from '../../matches/recount.ts';
import { findAnyMatch, findMatchPlayers } from '../../matches/store/voids.ts';
import { upholdMatch } from '../../matches/uphold-match.ts';
import { voidMatch } from '../../matches/void-match.ts';
import { lockAllAgainstErasure } from '../../members/store/members.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import { answerOnce } from '../actions/answer-once.ts';
import { requireMember } from '../actions/find-members.ts';
import { applicationIdOf } from '../actions/partners.ts';
import {
  type AdminHandlers,
  type IdsOf,
  idKey,
  notFound,
  readPage,
  viewOf,
} from '../api/handlers.ts';
import type * as Types from '../api/types.gen.ts';
import { findMatches, type OperatorsMatch } from '../store/matches.ts';

/** The operations about matches. */
export const matches: AdminHandlers<IdsOf<'matches'>> = {
  'matches.list': async ({ database }, { query: { status, partner, memberId, ...query } }) => {
    const applicationId = await applicationIdOf(database, partner);
    const member = memberId === undefined ? undefined : await requireMember(database, memberId);
    const filter = { status, applicationId, memberId: member?.id };
    const { rows, nextCursor } = await readPage(
      query,
      idKey('mat'),
      async ({ after, limit }) => await findMatches(database, { ...filter, after }, limit),
      ({ matchId }) => matchId,
    );
    return { status: 200, body: { matches: rows.map(summaryOf), nextCursor } };
  },

  'matches.get': async ({ database }, { path: { matchId } }) => await show(database, matchId),

  'matches.void': async (dependencies, { path: { matchId }, body: { reason } }, { raw }) => {
    const { database } = dependencies;
    const match = await findAnyMatch(database, matchId);
    if (match === undefined) throw noMatch(matchId);
    const request = { applicationId: match.applicationId, matchId, reason };
    await voidMatch(dependencies, request, {
      actor: 'operator',
      beforeCommit: async (transaction) => await storeShown(raw, transaction, matchId),
    });
    return await show(database, matchId);
  },

  'matches.release': async (dependencies, { path: { matchId } }, { raw }) => {
    const released = await releaseMatch(
      dependencies,
      matchId,
      async (transaction) => await storeShown(raw, transaction, matchId),
    );
    if (released === null) throw await notInStatus(dependencies, matchId, 'held');
    // The stored answer shows the match before its ratings were settled.
    return await answerOnce(
      dependencies,
      raw,
      async (transaction) => await showLocked(transaction, matchId),
    );
  },

  'matches.uphold': async (dependencies, { path: { matchId }, body: { reason } }, { raw }) => {
    const isUpheld = await upholdMatch(
      dependencies,
      { matchId, reason },
      async (transaction) => await storeShown(raw, transaction, matchId),
    );
    if (!isUpheld) throw await notInStatus(dependencies, matchId, 'disputed');
    return await show(dependencies.database, matchId);
  },
};

async function requireMatch(database: Database, matchId: string): Promise<OperatorsMatch> {
  const [found] = await findMatches(database, { matchId }, 1);
  if (found === undefined) throw noMatch(matchId);
  return found;
}

function noMatch(matchId: string) {
  return notFound(`There is no match ${matchId}. List the matches to find it.`);
}

async function notInStatus(
  { database }: Pick<Dependencies, 'database'>,
  matchId: string,
  status: 'held' | 'disputed',
) {
  const match = await requireMatch(database, matchId);
  return notFound(
    `${matchId} is not ${status}, but ${match.status}. List the matches with the status ${status} to find those that are.`,
  );
}

/** Stores the answer that shows the match as it is now. */
async function storeShown(
  request: Request,
  transaction: DatabaseTransaction,
  matchId: string,
): Promise<void> {
  await storeIdempotentAnswer(request, transaction, await showLocked(transaction, matchId));
}

/** Shows the match in an answer that is stored. An erasure of a player waits for it, and then deletes it. */
async function showLocked(transaction: DatabaseTransaction, matchId: string) {
  const players = await findMatchPlayers(transaction, matchId);
  await lockAllAgainstErasure(
    transaction,
    players.map(({ id }) => id),
  );
  return await show(transaction, matchId);
}

async function show(database: Database, matchId: string) {
  const match = await requireMatch(database, matchId);
  const { isSettled, players, otherReports, ...others } = match;
  const body: Types.Match = {
    ...viewOf(others),
    ...sharedOf(match),
    winner: winnerOf(match),
    settled: isSettled,
    players: players.map(({ isRated, ...player }) => ({ ...player, rated: isRated })),
    otherReports: otherReports.map(({ matchDate, ...report }) => ({
      ...report,
      matchDate: new Date(matchDate).toISOString(),
    })),
  };
  return { status: 200, body } as const;
}

function sharedOf({ matchId, status, sport, matchDate, games, outcome, clientId }: OperatorsMatch) {
  return viewOf({
    ...{ matchId, status, sport: sport as Types.SportCode, matchDate, clientId },
    games: games.map(({ scores }) => scores),
    outcome: (outcome ?? 'completed') as Types.Match['outcome'],
  });
}

function summaryOf(match: OperatorsMatch): Types.MatchSummary {
  const teams = [...Map.groupBy(match.players, ({ team }) => team).values()];
  return {
    ...sharedOf(match),
    teams: teams.map((team) => team.map(({ name }) => name)),
    responseReasons: match.players.flatMap(({ responseReason }) => responseReason ?? []),
  };
}
