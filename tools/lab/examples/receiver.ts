import {
  type Behaviour,
  openWebhookReceiver,
} from '@partner-rating/service/src/testing/webhook-receiver.ts';
import type { Json } from './json.ts';

/** The partner's receiver of events, on loopback. */
export interface Receiver {
  /** `host:port`, as the setting for private targets wants it. */
  target: string;
  /** The events so far, in the order they came. */
  events: () => { type: string; [field: string]: Json }[];
  /** What it does with requests from now on. */
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
