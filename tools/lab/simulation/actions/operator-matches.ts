import { expectEqual } from '../finding.ts';
import { offers } from '../world/forms.ts';
import {
  actAsOperator,
  expectRefused,
  OPERATOR_LOG_IN,
  openAsOperator,
} from '../world/operators.ts';
import { OPERATORS } from '../world/people.ts';
import { type Action, choose, upTo } from './action.ts';

/**
 * An operator opens the page of a match. The operator accepts a held match, upholds a disputed one,
 * or voids the match.
 */
export const voidByPage: Action<{ operator: number; match: number; isRead: boolean }> = {
  weight: 0.8,
  pages: [
    OPERATOR_LOG_IN,
    'GET /operator/matches/:matchId',
    'POST /operator/matches/:matchId release',
    'POST /operator/matches/:matchId uphold',
    'POST /operator/matches/:matchId void',
  ],
  draw: (random) => ({
    operator: upTo(random, OPERATORS),
    match: upTo(random, 1_000),
    isRead: random() < 0.4,
  }),
  play: async (world, { operator: number, match: matchNumber, isRead }) => {
    const operator = world.operator(number);
    const match = choose(world.model.matches, matchNumber);
    if (match === undefined) return 'There is no match for an operator to look at.';
    const path = `/operator/matches/${match.id}`;
    const page = await openAsOperator(world, operator, path);
    expectEqual(
      [page.statusCode, offers(page, 'void')],
      [200, !match.isVoided],
      `The page of ${match.identifier}, which is ${match.isVoided ? '' : 'not '}voided, shows the opposite.`,
    );
    if (isRead || match.isVoided)
      return `The operator ${operator.name} looks at ${match.identifier}.`;
    if (offers(page, 'release')) {
      const release = { operator, path, act: 'release', values: {} };
      await actAsOperator(world, { ...release, action: 'match.released' });
      return `The operator ${operator.name} counts ${match.identifier}, which was held.`;
    }
    if (offers(page, 'uphold')) {
      const uphold = { operator, path, act: 'uphold' };
      const unexplained = { ...uphold, values: { reason: ' ' } };
      await expectRefused(world, unexplained, 'A disputed match without a reason to uphold it');
      const because = { reason: 'The score sheet shows it.' };
      await actAsOperator(world, { ...uphold, values: because, action: 'match.upheld' });
      const after = await openAsOperator(world, operator, path);
      expectEqual(offers(after, 'uphold'), false, 'A match that was upheld is still disputed.');
      return `The operator ${operator.name} upholds ${match.identifier}, which was disputed.`;
    }
    const form = { operator, path, act: 'void' };
    const empty = { ...form, values: { reason: ' ' } };
    await expectRefused(world, empty, 'A match without a reason to void it');
    const values = { reason: 'Both players say so.' };
    await actAsOperator(world, { ...form, values, action: 'match.voided' });
    match.isVoided = true;
    return `The operator ${operator.name} voids ${match.identifier} by its page.`;
  },
};
