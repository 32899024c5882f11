import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database } from '../../platform/database/schema.ts';
import { countDue } from '../../ratings/settlement/store/due-positions.ts';
import { measureQueue } from '../../webhooks/dispatch/store/heads.ts';
import {
  type AmountOfDay,
  countDeliveries,
  countMatches,
  countRequests,
  dayOf,
  readStanding,
} from '../store/deliveries.ts';
import { deliveryColumns, deliveryRow } from './deliveries.ts';
import { OPERATOR_PATH } from './log-in.ts';
import type { OperatorPageDefinition } from './operator-page.ts';
import { drawDays, type OperatorView, type Section, type Shown } from './render-operator.ts';
import { count, duration, limitWords, nothing } from './shown.ts';

const DAY = 24 * 60 * 60 * 1_000;

const DAYS = 14;

// To count the matches and deliveries of two weeks may take a second where there are millions.
const FRESH_MILLISECONDS = 60_000;

/** How much there was on each of the last days, today last. */
interface Days {
  requests: AmountOfDay[];
  deliveries: AmountOfDay[];
  matches: AmountOfDay[];
}

const read = new WeakMap<Database, { at: Date; days: Promise<Days> }>();

/** The same for a minute, for every operator. */
async function readDays({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<Days> {
  const now = clock();
  const known = read.get(database);
  const age = known === undefined ? Number.POSITIVE_INFINITY : now.getTime() - known.at.getTime();
  if (known !== undefined && age >= 0 && age < FRESH_MILLISECONDS) return await known.days;
  const days = countDays(database, now);
  read.set(database, { at: now, days });
  days.catch(() => read.delete(database));
  return await days;
}

async function countDays(database: Database, now: Date): Promise<Days> {
  const names = Array.from({ length: DAYS }, (_, index) =>
    dayOf(new Date(now.getTime() - (DAYS - 1 - index) * DAY)),
  );
  const since = new Date(`${names[0]}T00:00:00Z`);
  const whole = (counted: readonly AmountOfDay[]) =>
    names.map((day) => counted.find((one) => one.day === day) ?? { day, amount: 0, failures: 0 });
  return {
    requests: whole(await countRequests(database, since)),
    deliveries: whole(await countDeliveries(database, since)),
    matches: whole(await countMatches(database, since)),
  };
}

const MAX_FAILURES = 5;

const WEEK = 7 * 24 * 60 * 60 * 1_000;

/** How the service stands, and what waits for an operator. */
export const overviewPage: OperatorPageDefinition = {
  path: OPERATOR_PATH,
  current: OPERATOR_PATH,
  show: async ({ dependencies, call }): Promise<OperatorView> => {
    const { configuration } = dependencies;
    const since = new Date(dependencies.clock().getTime() - WEEK);
    const { deliveries: failed } = await call('deliveries.list', {
      status: 'failed',
      since: since.toISOString(),
      limit: MAX_FAILURES,
    });
    return {
      title: 'Overview',
      sections: [
        await standingNow(dependencies),
        ...charts(await readDays(dependencies)),
        {
          kind: 'table',
          heading: 'Last failures',
          hint: 'Deliveries of the last 7 days that were given up, the last written first.',
          columns: deliveryColumns,
          rows: failed.map(deliveryRow),
          empty: 'No delivery of the last 7 days has failed.',
          links: [{ text: 'All that failed', address: '/operator/deliveries?status=failed' }],
        },
        limits(configuration),
      ],
    };
  },
};

async function standingNow({ database, clock }: Dependencies): Promise<Section> {
  const now = clock();
  const queue = await measureQueue(database, now);
  const { positions, oldest } = await countDue(database);
  const { failedDeliveries, failingEndpoints, disputedMatches } = await readStanding(database, now);
  const since = oldest === null ? 0 : (now.getTime() - oldest.getTime()) / 1_000;
  const facts: { label: string; values: Shown[] }[] = [
    { label: 'Deliveries waiting', values: [waiting(queue)] },
    {
      label: 'Longest due',
      values: [queue.due === 0 ? nothing : duration(queue.oldestDueSeconds)],
    },
    {
      label: 'Failed in 24 hours',
      values: [toLookAt(failedDeliveries, '/operator/deliveries?status=failed')],
    },
    { label: 'Endpoints that fail', values: [count(failingEndpoints)] },
    { label: 'Matches to settle', values: [count(positions)] },
    { label: 'Oldest to settle', values: [positions === 0 ? nothing : duration(since)] },
    {
      label: 'Disputed matches',
      values: [toLookAt(disputedMatches, '/operator/matches?status=disputed')],
    },
  ];
  return { kind: 'facts', heading: 'Now', facts };
}

function waiting({ pending, due }: { pending: number; due: number }): string {
  return pending === 0 ? '0' : `${count(pending)}, ${count(due)} of them due`;
}

function toLookAt(amount: number, href: string): Shown {
  return amount === 0 ? '0' : { text: count(amount), href, tone: 'bad' };
}

function charts({ requests, deliveries, matches }: Days): Section[] {
  const words = [
    [
      'requests',
      requests,
      { title: 'Requests a day', what: 'requests', failures: 'failed by our fault' },
    ],
    [
      'deliveries',
      deliveries,
      { title: 'Deliveries a day', what: 'deliveries', failures: 'failed' },
    ],
    ['matches', matches, { title: 'Matches a day', what: 'matches' }],
  ] as const;
  return words.map(([id, days, chartWords]) => ({
    kind: 'chart',
    heading: chartWords.title,
    id,
    chart: drawDays(days, chartWords),
  }));
}

function limits(configuration: Dependencies['configuration']): Section {
  const limit = (requests: number, of: string) =>
    requests === 0 ? 'no limit' : `${count(requests)} ${of}`;
  const { rateLimit, ingestRateLimit, webhookTestRateLimit, tokenRateLimit, logInRateLimit } =
    configuration;
  const { importEmailLimit, settlementBudget } = configuration;
  return {
    kind: 'facts',
    heading: 'Limits',
    hint: 'Those of the service. A partner may have its own.',
    facts: [
      { label: limitWords('default'), values: [limit(rateLimit, 'a minute')] },
      { label: limitWords('ingest'), values: [limit(ingestRateLimit, 'a minute')] },
      { label: limitWords('webhook-test'), values: [limit(webhookTestRateLimit, 'a minute')] },
      { label: limitWords('token'), values: [limit(tokenRateLimit, 'a minute')] },
      { label: 'Log-ins', values: [limit(logInRateLimit, 'a minute and address')] },
      { label: 'E-mail addresses imported', values: [limit(importEmailLimit, 'an hour')] },
      { label: 'Matches settled again', values: [limit(settlementBudget, 'an hour')] },
    ],
  };
}
