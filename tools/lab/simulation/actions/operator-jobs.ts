import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectThat } from '../finding.ts';
import { offers, textOf } from '../world/forms.ts';
import type { Answer } from '../world/network.ts';
import { OPERATOR_LOG_IN, openAsOperator, tryAsOperator } from '../world/operators.ts';
import { type KnownOperator, OPERATORS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, upTo } from './action.ts';

const WORKS = ['audit', 'dry-run', 'rebuild'] as const;

const JOBS = '/operator/jobs';

/** An operator starts a job on its page, and waits until it ends, or cancels it. */
export const workByPage: Action<{
  operator: number;
  work: (typeof WORKS)[number];
  isCancelled: boolean;
}> = {
  weight: 0.5,
  pages: [
    OPERATOR_LOG_IN,
    `GET ${JOBS}`,
    ...WORKS.map((work) => `POST ${JOBS} ${work}`),
    `GET ${JOBS}/:jobId`,
    `POST ${JOBS}/:jobId cancel`,
  ],
  draw: (random) => ({
    operator: upTo(random, OPERATORS),
    work: pick(random, WORKS),
    isCancelled: random() < 0.3,
  }),
  play: async (world, { operator: number, work, isCancelled }) => {
    const operator = world.operator(number);
    const form = {
      operator,
      path: JOBS,
      act: work,
      action: 'job.started',
    } as const;
    const { statusCode, headers } = await tryAsOperator(world, form);
    const path = headers.location;
    if (statusCode !== 303 || typeof path !== 'string' || path === JOBS) {
      return `The operator ${operator.name} cannot start the work ${work} by the page (${statusCode}).`;
    }
    const page = await openAsOperator(world, operator, path);
    const cancels = isCancelled && offers(page, 'cancel');
    if (cancels) {
      const form = { operator, path, act: 'cancel', opened: page } as const;
      await tryAsOperator(world, { ...form, action: 'job.cancelled', isCertain: false });
    }
    const text = textOf((await untilEnded(world, operator, path)).body);
    expectThat(
      work !== 'audit' || !text.includes('Problem found') || text.includes('The instance'),
      () => `An audit that ${operator.name} started by the page found something: ${text}`,
    );
    return `The operator ${operator.name} starts the work ${work} by the page${cancels ? ', and cancels it' : ''}.`;
  },
};

const MAX_LOOKS = 1_000;

/** Reloads a job until it has ended. A job also ends if its instance crashed. */
async function untilEnded(world: World, operator: KnownOperator, path: string): Promise<Answer> {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const page = await openAsOperator(world, operator, path);
    if (!offers(page, 'cancel')) return page;
    await world.time.pass(1_000);
  }
  throw new Error(`The job at ${path} does not end.`);
}
