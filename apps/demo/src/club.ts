import { join } from 'node:path';
import { PartnerRatingClient } from '@partner-rating/client';
import { Sessions } from './sessions.ts';
import type { Facts } from './start/facts.ts';
import { createReceivedEvents, type ReceivedEvents } from './webhooks/received-events.ts';
import { createRegistration, type Registration } from './webhooks/registration.ts';

/** The context of the partner application. */
export interface Club {
  facts: Facts;
  /** The origin of this application, for browsers. */
  address: string;
  /** The redirect address to which the service sends players back. */
  redirectUri: string;
  serviceAddress: string;
  /** The client with the application's API key. */
  client: PartnerRatingClient;
  sessions: Sessions;
  events: ReceivedEvents;
  registration: Registration;
  clock: () => Date;
  /** Logs something unexpected for the operator. */
  warn: (message: string) => void;
}

export interface ClubOptions {
  facts: Facts;
  redirectUri: string;
  serviceAddress: string;
  dataDirectory: string;
  clock: () => Date;
  warn: (message: string) => void;
}

export function createClub({ dataDirectory, ...options }: ClubOptions): Club {
  const { facts, redirectUri, serviceAddress: baseUrl } = options;
  const address = new URL(redirectUri).origin;
  const client = new PartnerRatingClient({ apiKey: facts.apiKey, baseUrl });
  return {
    ...options,
    address,
    client,
    sessions: new Sessions({
      client,
      baseUrl,
      path: join(dataDirectory, 'demo-connections.json'),
    }),
    events: createReceivedEvents(),
    registration: createRegistration({
      client,
      url: `${address}/hooks`,
      secretPath: join(dataDirectory, 'demo-partner.json'),
    }),
  };
}
