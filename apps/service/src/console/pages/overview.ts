import type { Overview } from '../api/types.gen.ts';
import { operatorsDeliveryCells } from './deliveries.ts';
import { OPERATOR_PATH } from './log-in.ts';
import { deliveryColumns } from './parts/deliveries.ts';
import { drawDays } from './parts/draw-days.ts';
import type { PageDefinition } from './parts/page.ts';
import type { BoardView, Section, Shown } from './parts/render-board.ts';
import { count, duration, limitWords, nothing } from './parts/shown.ts';
import { tableOf } from './parts/values.ts';

const MAX_FAILURES = 5;

const WEEK = 7 * 24 * 60 * 60 * 1_000;

/** The state of the service, and everything that waits for an operator. */
export const overviewPage: PageDefinition = {
  path: OPERATOR_PATH,
  current: OPERATOR_PATH,
  show: async ({ area, dependencies, call }): Promise<BoardView> => {
    const overview = await call('overview.get', {});
    const since = new Date(dependencies.clock().getTime() - WEEK);
    const { deliveries: failed } = await call('deliveries.list', {
      status: 'failed',
      since: since.toISOString(),
      limit: MAX_FAILURES,
    });
    return {
      title: 'Overview',
      sections: [
        standingNow(overview),
        ...charts(overview),
        tableOf(area, {
          heading: 'Last failures',
          hint: 'Deliveries of the last 7 days that are no longer retried, the newest first.',
          columns: deliveryColumns,
          rows: failed,
          cells: operatorsDeliveryCells,
          empty: 'No delivery of the last 7 days has failed.',
          links: [{ text: 'All that failed', address: '/operator/deliveries?status=failed' }],
        }),
        limits(overview),
      ],
    };
  },
};

function standingNow({ now }: Overview): Section {
  const facts: { label: string; values: Shown[] }[] = [
    { label: 'Deliveries waiting', values: [waiting(now)] },
    {
      label: 'Longest due',
      values: [now.dueDeliveries === 0 ? nothing : duration(now.oldestDueSeconds)],
    },
    {
      label: 'Failed in 24 hours',
      values: [toLookAt(now.failedDeliveries, '/operator/deliveries?status=failed')],
    },
    { label: 'Endpoints that fail', values: [count(now.failingEndpoints)] },
    { label: 'Matches to settle', values: [count(now.matchesToSettle)] },
    {
      label: 'Oldest to settle',
      values: [now.matchesToSettle === 0 ? nothing : duration(now.oldestToSettleSeconds)],
    },
    {
      label: 'Disputed matches',
      values: [toLookAt(now.disputedMatches, '/operator/matches?status=disputed')],
    },
    {
      label: 'Held matches',
      values: [toLookAt(now.heldMatches, '/operator/matches?status=held')],
    },
    {
      label: 'Applications to approve',
      values: [toLookAt(now.pendingApplications, '/operator/partners?pending=yes')],
    },
  ];
  return { kind: 'facts', heading: 'Now', facts };
}

function waiting({ pendingDeliveries: pending, dueDeliveries: due }: Overview['now']): string {
  return pending === 0 ? '0' : `${count(pending)}, ${count(due)} of them due`;
}

function toLookAt(amount: number, href: string): Shown {
  return amount === 0 ? '0' : { text: count(amount), href, tone: 'bad' };
}

function charts({ requests, deliveries, matches }: Overview): Section[] {
  const words = [
    [
      'requests',
      requests,
      { title: 'Requests a day', what: 'requests', failures: 'failed in the service' },
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

function limits({ limits: of }: Overview): Section {
  const limit = (requests: number, per: string) =>
    requests === 0 ? 'no limit' : `${count(requests)} ${per}`;
  return {
    kind: 'facts',
    heading: 'Limits',
    hint: 'The limits of the service. A partner may have its own.',
    facts: [
      { label: limitWords('default'), values: [limit(of.requests, 'a minute')] },
      { label: limitWords('ingest'), values: [limit(of.ingest, 'a minute')] },
      { label: limitWords('webhook-test'), values: [limit(of.webhookTests, 'a minute')] },
      { label: limitWords('token'), values: [limit(of.tokens, 'a minute')] },
      { label: 'Log-ins', values: [limit(of.logIns, 'a minute and address')] },
      { label: 'Email addresses imported', values: [limit(of.importedAddresses, 'an hour')] },
      { label: 'Matches settled again', values: [limit(of.settledMatches, 'an hour')] },
    ],
  };
}
