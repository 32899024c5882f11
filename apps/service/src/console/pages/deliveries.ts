import { EVENT_TYPES } from '../../webhooks/domain/endpoint-address.ts';
import type { Delivery, DeliverySummary } from '../api/types.gen.ts';
import { OperatorError } from '../terminal.ts';
import {
  anyOf,
  choiceField,
  filterValue,
  filterWord,
  given,
  listPage,
  type OperatorPageDefinition,
  partnerField,
  typed,
  type Visit,
} from './operator-page.ts';
import type { OperatorField, OperatorView, Section, Shown } from './render-operator.ts';
import { at, atOr, factAt, textOf } from './shown.ts';

export const deliveryColumns = ['Written', 'Event', 'Partner', 'Status', 'Attempts', 'Answer'];

/** A delivery as a row of a table; its moment leads to it. */
export function deliveryRow(delivery: DeliverySummary): Shown[] {
  const { deliveryId, createdAt, event, clientId, attempts } = delivery;
  return [
    { text: textOf(at(createdAt)), href: `/operator/deliveries/${deliveryId}` },
    event,
    { text: clientId, href: `/operator/partners/${clientId}` },
    deliveryStatus(delivery),
    String(attempts),
    answerOf(delivery),
  ];
}

function deliveryStatus({ status }: Pick<DeliverySummary, 'status'>): Shown {
  const tones: Partial<Record<string, 'good' | 'bad'>> = { success: 'good', failed: 'bad' };
  return { text: status, tone: tones[status] ?? 'quiet' };
}

/** The status and the error that came back last; what else there was stands in the delivery. */
function answerOf({
  statusCode,
  errorMessage,
}: Pick<DeliverySummary, 'statusCode' | 'errorMessage'>): string {
  return [statusCode, errorMessage].filter((one) => one !== null).join(' ') || 'none yet';
}

const DELIVERIES_PATH = '/operator/deliveries';

const statuses = ['pending', 'failed', 'success'] as const;

const replayed = [
  ['failed', 'those that failed'],
  ['success', 'those that succeeded'],
  ['all', 'all that ended'],
] as const;

/** Webhook deliveries of the last 30 days, the last written first. */
export const deliveriesPage: OperatorPageDefinition = {
  path: DELIVERIES_PATH,
  current: DELIVERIES_PATH,
  show: async (visit) => {
    const status = filterWord(visit, 'status', statuses);
    const event = filterWord(visit, 'event', EVENT_TYPES);
    const partner = filterValue(visit, 'partner');
    const filter = given({ status, event, partner });
    const { table, ...fault } = await listPage(visit, {
      path: DELIVERIES_PATH,
      fetch: async (part) => {
        const page = await visit.call('deliveries.list', { ...filter, ...part });
        return { rows: page.deliveries, nextCursor: page.nextCursor };
      },
      heading: 'Deliveries',
      columns: deliveryColumns,
      row: deliveryRow,
      empty: 'There is no such delivery.',
    });
    const partners = await partnerField(visit);
    return {
      title: 'Deliveries',
      lead: 'Webhooks of the last 30 days, the last written first.',
      filter: {
        fields: [
          anyOf('status', 'Status', status ?? '', statuses),
          partners,
          anyOf('event', 'Event', event ?? '', EVENT_TYPES),
        ],
        submit: 'Show',
      },
      sections: [table, replayForm(visit, partners)],
      ...fault,
    };
  },
  acts: {
    replay: {
      run: async ({ call }, { field }) => {
        const clientId = field('replay-partner');
        if (clientId === '') {
          throw new OperatorError('Choose the partner that missed them.', {
            field: 'replay-partner',
          });
        }
        const since = readMoment(field('since'));
        if (since === null) {
          throw new OperatorError('Give the day and time to start from.', { field: 'since' });
        }
        const until = readMoment(field('until'));
        if (until === null && field('until') !== '') {
          throw new OperatorError('Give the day and time to end with, or leave the end out.', {
            field: 'until',
          });
        }
        const status = replayed.find(([value]) => value === field('replay-status'))?.[0];
        const { queued } = await call('deliveries.replay', {
          clientId,
          since: since.toISOString(),
          ...(until !== null && { until: until.toISOString() }),
          status: status ?? 'failed',
        });
        return { notice: queued > 0 ? 'replayed' : 'replayed-none' };
      },
    },
  },
};

function replayForm(visit: Visit, partners: OperatorField): Section {
  const of = (name: string, value = '') => typed(visit, 'replay', name, value);
  const moment = (name: string, label: string, isOptional: boolean): OperatorField => ({
    name,
    label,
    kind: 'moment',
    value: of(name),
    isOptional,
  });
  return {
    kind: 'form',
    heading: 'Send again what a partner missed',
    hint: 'To the endpoints as they are set now, the first written first. What a player withdrew meanwhile is left out.',
    form: {
      act: 'replay',
      fields: [
        choiceField('replay-partner', 'Partner', of('replay-partner', partners.value), [
          ['', 'Choose one'],
          ...(partners.choices ?? []).filter(([value]) => value !== ''),
        ]),
        choiceField('replay-status', 'Which', of('replay-status', 'failed'), replayed),
        moment('since', 'From, in UTC', false),
        moment('until', 'Until, in UTC', true),
      ],
      submit: 'Send again',
    },
  };
}

/** A delivery: what was sent where, and what was answered. */
export const deliveryPage: OperatorPageDefinition = {
  path: `${DELIVERIES_PATH}/:deliveryId`,
  current: DELIVERIES_PATH,
  show: async ({ call, params }): Promise<OperatorView> => {
    const delivery = await call('deliveries.get', { deliveryId: params.deliveryId });
    const { payload, responseBody } = delivery;
    return {
      title: delivery.event,
      badge: deliveryStatus(delivery),
      parent: { text: 'All deliveries', address: DELIVERIES_PATH },
      sections: [
        facts(delivery),
        {
          kind: 'text',
          heading: 'What was sent',
          text:
            payload === null
              ? 'Forgotten: the player withdrew consent.'
              : JSON.stringify(payload, null, 2),
        },
        ...(responseBody === null || responseBody === ''
          ? []
          : [{ kind: 'text', heading: 'What was answered', text: responseBody } as const]),
        {
          kind: 'form',
          heading: delivery.status === 'pending' ? 'Try at once' : 'Send again',
          hint: "To the endpoint as it is set now, with the player's current consent. One that ended gets all its attempts again.",
          form: { act: 'redeliver', fields: [], submit: 'Send again' },
        },
      ],
    };
  },
  acts: {
    redeliver: {
      run: async ({ call, params }) => {
        await call('deliveries.redeliver', { deliveryId: params.deliveryId });
        return { notice: 'redelivered' };
      },
    },
  },
};

function facts(delivery: Delivery): Section {
  const { clientId, nextAttemptAt, completedAt } = delivery;
  return {
    kind: 'facts',
    heading: 'What became of it',
    facts: [
      { label: 'Delivery', values: [{ text: delivery.deliveryId, isCode: true }] },
      { label: 'Event', values: [{ text: delivery.eventId, isCode: true }] },
      { label: 'Partner', values: [{ text: clientId, href: `/operator/partners/${clientId}` }] },
      { label: 'Endpoint', values: [{ text: delivery.endpointId, isCode: true }, delivery.url] },
      { label: 'Written', values: [at(delivery.createdAt)] },
      { label: 'Attempts', values: [`${delivery.attempts} of ${delivery.maxAttempts}`] },
      { label: 'Last attempt', values: [atOr(delivery.lastAttemptAt, 'none yet')] },
      ...factAt('Next attempt', nextAttemptAt),
      ...factAt('Ended', completedAt),
      { label: 'Answer', values: [answerOf(delivery)] },
    ],
  };
}

/** A moment as a field for day and time has it, in UTC; null for none. */
export function readMoment(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/.test(text)) return null;
  const moment = new Date(`${text}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
