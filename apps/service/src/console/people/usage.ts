import { rateLimitClasses } from '@partner-rating/server/catalogue';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { PartnerLimits, RequestsOfDay } from '../api/types.gen.ts';
import { drawDays } from '../pages/parts/draw-days.ts';
import type { PageDefinition } from '../pages/parts/page.ts';
import type { Section } from '../pages/parts/render-board.ts';
import { count, limitWords } from '../pages/parts/shown.ts';
import { tableOf } from '../pages/parts/values.ts';
import { dayOf } from '../store/counts.ts';
import { APPLICATIONS_PATH } from './area.ts';

const DAY = 24 * 60 * 60 * 1_000;

const DAYS = 14;

/** The requests of an application, its errors, and its limits. */
export const requestsPage: PageDefinition = {
  path: `${APPLICATIONS_PATH}/:clientId/requests`,
  current: '/console',
  show: async ({ area, call, params, dependencies }) => {
    const { clientId } = params;
    const { name, limits } = await call('partners.get', { clientId });
    const { days, operations } = await call('partners.listRequests', { clientId });
    const columns = ['requests', 'errors', 'failures'];
    return {
      title: 'Requests and limits',
      lead: 'Errors are requests that your application has to fix (4xx). Failures happened in this service (5xx).',
      parent: { text: name, address: `${APPLICATIONS_PATH}/${clientId}` },
      sections: [
        chart(days, dependencies.clock()),
        tableOf(area, {
          heading: 'By day',
          rows: days,
          columns: ['day', ...columns],
          empty: 'There was no request in the last 30 days.',
        }),
        tableOf(area, {
          heading: 'By operation',
          hint: 'Of the last 30 days, the most frequent first.',
          rows: operations,
          columns: ['operation', ...columns],
          cells: { operation: ({ operation }) => operation || 'not known' },
          empty: 'There was no request in the last 30 days.',
        }),
        limitsOf(limits, dependencies.configuration),
      ],
    };
  },
};

function chart(days: readonly RequestsOfDay[], now: Date): Section {
  const shown = Array.from({ length: DAYS }, (_, index) => {
    const day = dayOf(new Date(now.getTime() - (DAYS - 1 - index) * DAY));
    const { requests = 0, errors = 0, failures = 0 } = days.find((one) => one.day === day) ?? {};
    return { day, amount: requests, failures: errors + failures };
  });
  const words = { title: 'Requests a day', what: 'requests', failures: 'errors and failures' };
  return { kind: 'chart', heading: words.title, id: 'requests', chart: drawDays(shown, words) };
}

/** The limits of an application: its own, and otherwise those of the service. */
function limitsOf(
  { webhookTest, ...own }: PartnerLimits,
  configuration: Dependencies['configuration'],
): Section {
  const ofService = {
    default: configuration.rateLimit,
    ingest: configuration.ingestRateLimit,
    token: configuration.tokenRateLimit,
    'webhook-test': configuration.webhookTestRateLimit,
  };
  const limits = { ...own, 'webhook-test': webhookTest };
  return {
    kind: 'facts',
    heading: 'Limits',
    hint: 'They hold for all keys of the application together. Ask the operator of this service for others.',
    facts: rateLimitClasses.map(({ name }) => {
      const limit = limits[name] ?? ofService[name];
      return {
        label: limitWords(name),
        values: [limit === 0 ? 'no limit' : `${count(limit)} a minute`],
      };
    }),
  };
}
