import { releaseMatch } from '../../matches/release-held.ts';
import { findAnyMatch, findVoid } from '../../matches/store/voids.ts';
import { voidMatch } from '../../matches/void-match.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { OperatorError } from '../terminal/operator-error.ts';

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

export function noMatch(matchId: string): OperatorError {
  return new OperatorError(`There is no match ${matchId}. \`match list\` names the id of each.`);
}
