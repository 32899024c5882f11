import type { ShownDelivery } from '../admin/delivery/delivery-text.ts';
import { redeliverAny } from '../admin/delivery/redeliver-any.ts';
import { showDelivery } from '../admin/delivery/show-deliveries.ts';
import type { OperatorView, Section } from '../platform/pages/render-operator.ts';
import { DELIVERIES_PATH } from './deliveries.ts';
import { answerOf, deliveryStatus } from './delivery-rows.ts';
import { at, atOr } from './domain/shown.ts';
import type { OperatorPageDefinition } from './operator-page.ts';

/** A delivery: what was sent where, and what was answered. */
export const deliveryPage: OperatorPageDefinition = {
  path: `${DELIVERIES_PATH}/:deliveryId`,
  current: DELIVERIES_PATH,
  show: async ({ dependencies, params }): Promise<OperatorView> => {
    const delivery = await showDelivery(dependencies, params.deliveryId ?? '');
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
      run: async ({ dependencies, params }) => {
        await redeliverAny(dependencies, params.deliveryId ?? '');
        return { notice: 'redelivered' };
      },
    },
  },
};

function facts(delivery: ShownDelivery): Section {
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
      ...(nextAttemptAt === null ? [] : [{ label: 'Next attempt', values: [at(nextAttemptAt)] }]),
      ...(completedAt === null ? [] : [{ label: 'Ended', values: [at(completedAt)] }]),
      { label: 'Answer', values: [answerOf(delivery)] },
    ],
  };
}
