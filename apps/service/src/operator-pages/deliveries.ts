import { replayOf } from '../admin/delivery/replay-of.ts';
import { findDeliveries } from '../admin/delivery/show-deliveries.ts';
import { OperatorError } from '../admin/terminal/operator-error.ts';
import type { OperatorField, Section } from '../platform/pages/render-operator.ts';
import { EVENT_TYPES } from '../webhooks/domain/event-types.ts';
import { deliveryColumns, deliveryRow } from './delivery-rows.ts';
import { readMoment } from './domain/read-moment.ts';
import { anyOf, choiceField } from './fields.ts';
import { filterValue, filterWord, listPage, partnerField } from './listing.ts';
import { type OperatorPageDefinition, typed, type Visit } from './operator-page.ts';

export const DELIVERIES_PATH = '/operator/deliveries';

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
    const before = filterValue(visit, 'before');
    const options = {
      ...(status !== undefined && { status }),
      ...(event !== undefined && { event }),
      ...(partner !== undefined && { partner }),
      ...(before !== undefined && { before }),
    };
    const listed = await listPage(visit, {
      fetch: async (limit) => await findDeliveries(visit.dependencies, options, limit),
      cursorOf: ({ deliveryId }) => deliveryId,
      path: DELIVERIES_PATH,
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
      sections: [
        {
          kind: 'table',
          heading: 'Deliveries',
          columns: deliveryColumns,
          rows: listed.rows.map(deliveryRow),
          empty: 'There is no such delivery.',
          links: listed.links,
        },
        replayForm(visit, partners),
      ],
      ...(listed.fault !== undefined && { fault: listed.fault }),
    };
  },
  acts: {
    replay: {
      run: async ({ dependencies }, { field }) => {
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
        const options = { since, status: status ?? 'failed', ...(until !== null && { until }) };
        const queued = await replayOf(dependencies, clientId, options);
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
