import type { DeliverySummary } from '../../api/types.gen.ts';
import { operationForm } from './operation-form.ts';
import type { PageDefinition } from './page.ts';
import type { BoardView, Link, Shown } from './render-board.ts';
import { at, textOf } from './shown.ts';
import { type Cells, factsOf, stateOf } from './values.ts';

export const deliveryColumns = ['createdAt', 'event', 'clientId', 'status', 'attempts', 'answer'];

/** What a table of deliveries has beside their values: the moment leads to the delivery. */
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

/** The status and the error that came back last. */
function answerOf({ statusCode, errorMessage }: Answer): Shown {
  return [statusCode, errorMessage].filter((one) => one !== null).join(' ') || 'none yet';
}

const redeliver = operationForm('deliveries.redeliver', {
  heading: 'Send again',
  hint: "To the endpoint as it is set now, with the player's current consent. One that ended gets all its attempts again.",
  submit: 'Send again',
});

interface DeliveryPage {
  path: string;
  current: string;
  parentOf: (delivery: DeliverySummary) => Link;
}

/** A page of a delivery: what was sent where, and what was answered. */
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
          factsOf(area, { ...shown, answer: '' }, { heading: 'What became of it', cells }),
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
          redeliver.section(visit, 'redeliver'),
        ],
      };
    },
    acts: { redeliver: redeliver.act },
  };
}

/** The form that sends again what a partner missed. */
export function replayForm(given: Parameters<typeof operationForm>[1]['given'], clientId: boolean) {
  return operationForm('deliveries.replay', {
    heading: 'Send again what was missed',
    hint: 'The service sends them in the order in which they were written, to the current endpoints. It leaves out players who have withdrawn their consent.',
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
