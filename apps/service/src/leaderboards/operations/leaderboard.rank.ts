import { type Handler, ProblemError, type Schemas } from '@partner-rating/server';
import { findMember, isKnownTo, unknownMember } from '../../members/connected-member.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readBoard } from '../read-page.ts';
import { readRank } from '../read-rank.ts';

// The document has these defaults for the body, but nothing fills them in before the handler.
const DEFAULTS = {
  category: 'overall',
  ageBracket: 'open',
  verifiedOnly: false,
  minGames: 0,
  contextSize: 5,
} as const satisfies Partial<Schemas.PlayerRankRequest>;

export function rank(dependencies: Dependencies): Handler<'leaderboard.rank', Caller> {
  const { database, clock } = dependencies;
  return async ({ body }, { principal }) => {
    const { memberId: _, playerId: __, contextSize, ...request } = { ...DEFAULTS, ...body };
    const memberId = playerOf(body);
    const board = await readBoard(dependencies, request, '');
    const member = await findMember(database, memberId);
    if (member === undefined || !(await isKnownTo(database, principal.applicationId, member))) {
      throw unknownMember(memberId);
    }
    const memberNumber = member.member_number;
    const question = { board, memberNumber, contextSize };
    const found = await readRank(
      database,
      { applicationId: principal.applicationId, now: clock() },
      question,
    );
    if (found === null) {
      throw new ProblemError('not_found', {
        detail:
          `The member ${memberId} is not on this leaderboard: not rated in the bracket, not in ` +
          'the location, left out by a filter, or connected to you without user:rating:read. Ask ' +
          'for a wider board.',
      });
    }
    return { status: 200, body: found };
  };
}

/** Returns the player, by either name of the field. */
function playerOf({ memberId, playerId }: Schemas.PlayerRankRequest): string {
  const [player, ...others] = [memberId, playerId].filter((name) => name !== undefined);
  if (player !== undefined && others.length === 0) return player;
  const detail = 'Send memberId or playerId, not both: they mean the same.';
  throw new ProblemError('validation_failed', {
    errors: [{ pointer: '/playerId', code: 'not_with_other_name', detail }],
  });
}
