import type { DeliverySummary } from '../../api/types.gen.ts';
import { operationForm } from './operation-form.ts';
import type { PageDefinition } from './page.ts';
import type { BoardView, Link, Shown } from './render-board.ts';
import { at, textOf } from './shown.ts';
import { type Cells, factsOf, stateOf } from './values.ts';

export const deliveryColumns = ['createdAt', 'event', 'clientId', 'status', 'attempts', 'answer'];

/** The cells of a table of deliveries that are more than a value. The time links to the delivery. */
export function deliveryCells(addressOf: (deliveryId: string) => string): Cells<DeliverySummary> {
  return {
    createdAt: ({ createdAt, deliveryId }) => ({
      text: textOf(at(createdAt)),
      href: addressOf(deliveryId),
    }),
    answer: answerOf,
  };
}

type Answer = Pick<DeliverySummary, 'statusCode' | 'errorMessage'>;

/** The last status and error of the endpoint. */
function answerOf({ statusCode, errorMessage }: Answer): Shown {
  return [statusCode, errorMessage].filter((one) => one !== null).join(' ') || 'none yet';
}

const redeliver = operationForm('deliveries.redeliver', {
  heading: 'Send again',
  hint: "It is sent to the current endpoint, with the player's current consent. A delivery that has ended gets all its attempts again.",
  submit: 'Send again',
});

interface DeliveryPage {
  path: string;
  current: string;
  parentOf: (delivery: DeliverySummary) => Link;
}

/** A page of a delivery, with its payload and the last response. */
export function deliveryPageAt({ path, current, parentOf }: DeliveryPage): PageDefinition {
  return {
    path,
    current,
    show: async (visit): Promise<BoardView> => {
      const { area, call, params } = visit;
      const delivery = await call('deliveries.get', { deliveryId: params.deliveryId });
      const { payload, responseBody, event, status, ...facts } = delivery;
      const { statusCode: _, errorMessage: __, maxAttempts: ___, ...shown } = facts;
      const cells = {
        attempts: () => `${facts.attempts} of ${facts.maxAttempts}`,
        answer: () => answerOf(facts),
      };
      return {
        title: event,
        badge: stateOf(status),
        parent: parentOf(delivery),
        sections: [
          factsOf(area, { ...shown, answer: '' }, { heading: 'Delivery', cells }),
          {
            kind: 'text',
            heading: 'Payload',
            text:
              payload === null
                ? 'Deleted, because the player withdrew consent.'
                : JSON.stringify(payload, null, 2),
          },
          ...(responseBody === null || responseBody === ''
            ? []
            : [{ kind: 'text', heading: 'Response', text: responseBody } as const]),
          redeliver.section(visit, 'redeliver'),
        ],
      };
    },
    acts: { redeliver: redeliver.act },
  };
}

/** The form that sends missed deliveries again. */
export function replayForm(given: Parameters<typeof operationForm>[1]['given'], clientId: boolean) {
  return operationForm('deliveries.replay', {
    heading: 'Send missed deliveries again',
    hint: 'The service sends them in their order to the current endpoints. It leaves out players who have withdrawn their consent.',
    fields: [...(clientId ? ['clientId'] : []), 'status', 'since', 'until'],
    words: {
      clientId: { label: 'Partner', hint: '' },
      status: { label: 'Which', hint: '' },
      since: { label: 'From, in UTC', hint: '' },
      until: { label: 'Until, in UTC', hint: '' },
    },
    ...(given !== undefined && { given }),
    notice: ({ queued }) => (queued === 0 ? 'replayed-none' : undefined),
    submit: 'Send again',
  });
}
