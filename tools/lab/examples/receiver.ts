import {
  type Behaviour,
  openWebhookReceiver,
} from '@partner-rating/service/src/testing/webhook-receiver.ts';
import type { Json } from './json.ts';

/** Receives the partner's webhooks on loopback. */
export interface Receiver {
  /** `host:port`, in the form of the setting for private targets. */
  target: string;
  /** The events received so far, in order. */
  events: () => { type: string; [field: string]: Json }[];
  /** Sets how the receiver answers from now on. */
  behave: (behaviour: Behaviour) => void;
  close: () => Promise<void>;
}

export const answering =
  (status: number, body = ''): Behaviour =>
  (response) => {
    response.writeHead(status).end(body);
  };

export const hangingUp: Behaviour = (response) => {
  response.destroy();
};

export async function openReceiver(): Promise<Receiver> {
  let behaviour = answering(204);
  const { target, requests, close } = await openWebhookReceiver((response, position) =>
    behaviour(response, position),
  );
  return {
    target,
    close,
    events: () => requests.map(({ body }) => JSON.parse(body)),
    behave: (next) => {
      behaviour = next;
    },
  };
}
