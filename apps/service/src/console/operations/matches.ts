import { ProblemError } from '@partner-rating/server';
import { winnerOf } from '../../matches/domain/effective-match.ts';
import { releaseMatch } from '../../matches/recount.ts';
import { findAnyMatch } from '../../matches/store/voids.ts';
import { upholdMatch } from '../../matches/uphold-match.ts';
import { voidMatch } from '../../matches/void-match.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { requireMember } from '../actions/find-members.ts';
import { requireApplication } from '../actions/partners.ts';
import { type AdminHandlers, pageOf, readAfter, timeOf } from '../api/caller.ts';
import type * as Types from '../api/types.gen.ts';
import { findMatches, type OperatorsMatch } from '../store/matches.ts';

type Ids = 'matches.list' | 'matches.get' | 'matches.void' | 'matches.release' | 'matches.uphold';

/** The operations about matches. */
export function matches(dependencies: Dependencies): AdminHandlers<Ids> {
  const { database } = dependencies;
  const show = async (matchId: string) =>
    ({ status: 200, body: viewOf(await requireMatch(dependencies, matchId)) }) as const;
  return {
    'matches.list': async ({ query: { status, partner, memberId, cursor, limit } }) => {
      const application =
        partner === undefined ? undefined : await requireApplication(database, partner);
      const member = memberId === undefined ? undefined : await requireMember(database, memberId);
      const filter = {
        status,
        applicationId: application?.id,
        memberId: member?.id,
        after: readAfter(cursor),
      };
      const found = await findMatches(database, filter, limit + 1);
      const { rows, nextCursor } = pageOf(found, limit, ({ matchId }) => matchId);
      return { status: 200, body: { matches: rows.map(summaryOf), nextCursor } };
    },

    'matches.get': async ({ path: { matchId } }) => await show(matchId),

    'matches.void': async ({ path: { matchId }, body: { reason } }) => {
      const match = await findAnyMatch(database, matchId);
      if (match === undefined) throw noMatch(matchId);
      const request = { applicationId: match.applicationId, matchId, reason };
      await voidMatch(dependencies, request, { actor: 'operator' });
      return await show(matchId);
    },

    'matches.release': async ({ path: { matchId } }) => {
      if ((await releaseMatch(dependencies, matchId)) === null) {
        throw await notInStatus(dependencies, matchId, 'held');
      }
      return await show(matchId);
    },

    'matches.uphold': async ({ path: { matchId }, body: { reason } }) => {
      if (!(await upholdMatch(dependencies, { matchId, reason }))) {
        throw await notInStatus(dependencies, matchId, 'disputed');
      }
      return await show(matchId);
    },
  };
}

type OpenDatabase = Pick<Dependencies, 'database'>;

async function requireMatch({ database }: OpenDatabase, matchId: string): Promise<OperatorsMatch> {
  const [found] = await findMatches(database, { matchId }, 1);
  if (found === undefined) throw noMatch(matchId);
  return found;
}

function noMatch(matchId: string): ProblemError {
  return new ProblemError('not_found', {
    detail: `There is no match ${matchId}. List the matches to find it.`,
  });
}

async function notInStatus(
  dependencies: OpenDatabase,
  matchId: string,
  status: 'held' | 'disputed',
): Promise<ProblemError> {
  const match = await requireMatch(dependencies, matchId);
  return new ProblemError('not_found', {
    detail: `${matchId} is not ${status}, but ${match.status}. List the matches with the status ${status} to find those that are.`,
  });
}

function shared(match: OperatorsMatch) {
  return {
    matchId: match.matchId,
    status: match.status,
    sport: match.sport as Types.SportCode,
    matchDate: timeOf(match.matchDate),
    games: match.games.map(({ scores }) => scores),
    outcome: (match.outcome ?? 'completed') as Types.Match['outcome'],
    clientId: match.clientId,
  };
}

function summaryOf(match: OperatorsMatch): Types.MatchSummary {
  const teams = [...Map.groupBy(match.players, ({ team }) => team).values()];
  return { ...shared(match), teams: teams.map((team) => team.map(({ name }) => name)) };
}

function viewOf(match: OperatorsMatch): Types.Match {
  return {
    ...shared(match),
    winner: winnerOf(match),
    settled: match.isSettled,
    players: match.players.map(({ isRated, ...player }) => ({ ...player, rated: isRated })),
    submittedAt: timeOf(match.submittedAt),
    identifier: match.identifier,
    batchId: match.batchId,
    batchIdentifier: match.batchIdentifier,
    voidedAt: timeOf(match.voidedAt),
    voidReason: match.voidReason,
    upheldAt: timeOf(match.upheldAt),
    upholdingReason: match.upholdingReason,
    otherReports: match.otherReports.map((report) => ({
      ...report,
      matchDate: timeOf(new Date(report.matchDate)),
    })),
  };
}
