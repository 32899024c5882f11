import { findAnyMatch } from '../../matches/store/voids.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { findMember } from '../../players/find-member.ts';
import { requireApplication } from '../partner/partners.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { findMatches, type MatchStatus, type OperatorsMatch } from './store/matches.ts';
import { noMatch } from './void-by-operator.ts';

/** Which matches an operator asks for. */
export interface MatchOptions {
  status?: MatchStatus;
  /** The `client_id` of who submitted them. */
  partner?: string;
  /** A member who plays in them: an id or a member number. */
  member?: string;
  /** Goes on after the match with this id. */
  before?: string;
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
  const found = member === undefined ? null : await findMember(database, member);
  if (found === undefined) {
    throw new OperatorError(
      `There is no member ${member}. Give a member number or an identifier like mem_….`,
    );
  }
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
