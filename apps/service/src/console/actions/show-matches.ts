import { winnerOf } from '../../matches/domain/effective-match.ts';
import { releaseMatch } from '../../matches/recount.ts';
import { findAnyMatch, findVoid } from '../../matches/store/voids.ts';
import { voidMatch } from '../../matches/void-match.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import {
  findMatches,
  type MatchStatus,
  type OperatorsMatch,
  type OperatorsPlayer,
} from '../store/matches.ts';
import { labelled, OperatorError } from '../terminal.ts';
import { requireMember } from './find-members.ts';
import { requireApplication } from './partners.ts';

/** Which matches an operator asks for. */
export interface MatchOptions {
  status?: MatchStatus | undefined;
  /** The `client_id` of who submitted them. */
  partner?: string | undefined;
  /** A member who plays in them: an id or a member number. */
  member?: string | undefined;
  /** Goes on after the match with this id. */
  before?: string | undefined;
}

/**
 * Matches, those played last first.
 * @throws OperatorError where there is no such partner or member, or no match to go on after.
 */
export async function listMatches(
  { database }: Pick<Dependencies, 'database'>,
  { status, partner, member, before }: MatchOptions,
  limit: number,
): Promise<OperatorsMatch[]> {
  const application = partner === undefined ? null : await requireApplication(database, partner);
  const found = member === undefined ? null : await requireMember(database, member);
  if (before !== undefined && (await findAnyMatch(database, before)) === undefined) {
    throw noMatch(before);
  }
  const filter = { status, applicationId: application?.id, memberId: found?.id, after: before };
  return await findMatches(database, filter, limit);
}

/** @throws OperatorError where there is no such match. */
export async function showMatch(
  { database }: Pick<Dependencies, 'database'>,
  matchId: string,
): Promise<OperatorsMatch> {
  const [found] = await findMatches(database, { matchId }, 1);
  if (found === undefined) throw noMatch(matchId);
  return found;
}

/** A match on one line. */
export function lineOfMatch(match: OperatorsMatch): string {
  const { matchId, status, sport, matchDate, clientId } = match;
  return [
    matchId,
    status,
    sport,
    matchDate.toISOString(),
    teamsOf(match)
      .map((team) => team.map(({ name }) => name).join(' and '))
      .join(' against '),
    scoresOf(match),
    clientId,
  ].join('  ');
}

/** A match on lines of their own: what it is, who played, and how it stands. */
export function linesOfMatch(match: OperatorsMatch): string[] {
  const { voidedAt, voidReason, batchIdentifier, isSettled } = match;
  return labelled([
    ['Match', match.matchId],
    ['Status', match.status],
    ['Voided', voidedAt && `${voidedAt.toISOString()}: ${voidReason}`],
    ['Settled', isSettled ? 'yes' : 'not yet'],
    ['Sport', match.sport],
    ['Played', match.matchDate.toISOString()],
    ['Games', scoresOf(match)],
    ['Winner', winnerText(match)],
    ...teamsOf(match).flatMap((team, index) =>
      team.map((player) => [`Team ${index + 1}`, describePlayer(player)] as const),
    ),
    ['Submitted', `${match.submittedAt.toISOString()} by ${match.clientId}`],
    ['Identifier', match.identifier],
    ...match.otherReports.map(({ matchId, clientId, ...other }) => {
      const { matchDate, identifier, status, event, bracket } = other;
      const words = [matchId, status, matchDate, clientId, identifier, event, bracket];
      return ['Same games', words.filter((word) => word !== null).join('  ')] as const;
    }),
    ['Batch', [match.batchId, ...(batchIdentifier === null ? [] : [batchIdentifier])].join('  ')],
  ]);
}

function describePlayer({ name, memberNumber, memberId, isRated, response }: OperatorsPlayer) {
  const moved = isRated ? 'rated' : 'not rated';
  return [
    `${name}, ${memberNumber}`,
    memberId,
    moved,
    ...(response === null ? [] : [response]),
  ].join('  ');
}

/** The players of each team. */
export function teamsOf({ players }: Pick<OperatorsMatch, 'players'>): OperatorsPlayer[][] {
  return [...Map.groupBy(players, ({ team }) => team).values()];
}

/** The score of each game, and how a match ended that was not played to its end. */
export function scoresOf({ games, outcome }: OperatorsMatch): string {
  const scores = games.map((game) => game.scores.join('-'));
  return [...scores, ...(outcome === null ? [] : [outcome])].join(', ');
}

/** The team that won, as the teams are numbered here. */
export function winnerText(match: OperatorsMatch): string {
  const winner = winnerOf(match);
  return winner === null ? 'nobody, or not known' : `Team ${winner + 1}`;
}

const MAX_REASON = 500;

/**
 * Takes a match back.
 * @returns whether the ratings follow already.
 * @throws OperatorError where there is no such match, or it was voided before.
 */
export async function voidByOperator(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  { matchId, reason }: { matchId: string; reason: string },
): Promise<{ isSettled: boolean }> {
  if (reason.trim() === '' || reason.length > MAX_REASON) {
    throw new OperatorError(
      `The reason must be 1 to ${MAX_REASON} characters: the partner reads it.`,
      { field: 'reason' },
    );
  }
  const { database } = dependencies;
  const match = await findAnyMatch(database, matchId);
  if (match === undefined) throw noMatch(matchId);
  const before = await findVoid(database, matchId);
  if (before !== undefined) {
    throw new OperatorError(
      `${matchId} was voided at ${before.created_at.toISOString()}: ${before.reason}`,
    );
  }
  const { applicationId } = match;
  const request = { applicationId, matchId, reason };
  const result = await voidMatch(dependencies, request, { actor: 'operator' });
  if (result === null) throw noMatch(matchId);
  return { isSettled: result.settled };
}

/**
 * Counts a match that is held as a possible duplicate.
 * @returns whether the ratings follow already.
 * @throws OperatorError where there is no such match, or it is not held.
 */
export async function releaseByOperator(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  matchId: string,
): Promise<{ isSettled: boolean }> {
  const released = await releaseMatch(dependencies, matchId);
  if (released === null) {
    throw new OperatorError(
      `${matchId} is not held. \`match list --status held\` names those that are.`,
    );
  }
  return released;
}

function noMatch(matchId: string): OperatorError {
  return new OperatorError(`There is no match ${matchId}. \`match list\` names the id of each.`);
}
