import { expectThat } from '../finding.ts';
import {
  expectRefused,
  OPERATOR_LOG_IN,
  openAsOperator,
  tryAsOperator,
} from '../world/operators.ts';
import { OPERATORS, PARTNERS } from '../world/people.ts';
import { type Action, choose, upTo } from './action.ts';

const HOUR = 3_600_000;

/** An operator replays a delivery of a partner on its page, or those of the last hours. */
export const redeliverByPage: Action<{
  operator: number;
  partner: number;
  delivery: number;
  isReplay: boolean;
}> = {
  weight: 0.8,
  pages: [
    OPERATOR_LOG_IN,
    'GET /operator/deliveries',
    'POST /operator/deliveries replay',
    'GET /operator/deliveries/:deliveryId',
    'POST /operator/deliveries/:deliveryId redeliver',
  ],
  draw: (random) => ({
    operator: upTo(random, OPERATORS),
    partner: upTo(random, PARTNERS),
    delivery: upTo(random, 50),
    isReplay: random() < 0.3,
  }),
  play: async (world, { operator: number, partner, delivery, isReplay }) => {
    const operator = world.operator(number);
    const { clientId, name } = world.partner(partner);
    const list = '/operator/deliveries';
    if (isReplay) {
      const form = { operator, path: list, act: 'replay' };
      const since = new Date(world.time.now - 6 * HOUR).toISOString().slice(0, 16);
      const values = { clientId: clientId, status: 'all', since };
      const always = { ...form, values: { ...values, since: '' } };
      await expectRefused(world, always, 'Deliveries from no moment on');
      const action = 'deliveries.replayed';
      const answer = await tryAsOperator(world, { ...form, values, action });
      return `The operator ${operator.name} replays the deliveries of ${name} by the page (${answer.statusCode}).`;
    }
    const page = await openAsOperator(world, operator, `${list}?partner=${clientId}`);
    const paths = [...page.body.matchAll(/href="(\/operator\/deliveries\/\w+)"/g)];
    const path = choose(paths, delivery)?.[1];
    if (path === undefined) return `There are no deliveries of ${name} on the page.`;
    const shown = await openAsOperator(world, operator, path);
    expectThat(
      shown.statusCode === 200 && shown.body.includes(`/operator/partners/${clientId}"`),
      () => `A delivery of ${name} is listed, and not shown: ${shown.statusCode}`,
    );
    const form = { operator, path, act: 'redeliver' };
    const { statusCode } = await tryAsOperator(world, { ...form, action: 'delivery.redelivered' });
    return `The operator ${operator.name} has a delivery to ${name} made again by its page (${statusCode}).`;
  },
};
