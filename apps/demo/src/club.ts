import { join } from 'node:path';
import { PartnerRatingClient } from '@partner-rating/client';
import { createSessions, type Sessions } from './sessions.ts';
import type { Facts } from './start/facts.ts';
import { createReceivedEvents, type ReceivedEvents } from './webhooks/received-events.ts';
import { createRegistration, type Registration } from './webhooks/registration.ts';

/** What the partner application works with. */
export interface Club {
  facts: Facts;
  /** Where browsers reach this application, without a path. */
  address: string;
  /** Where the service sends players back to. */
  redirectUri: string;
  serviceAddress: string;
  /** The service, as the application itself calls it. */
  client: PartnerRatingClient;
  /** The service, as a connected player's token lets the application call it. */
  clientOf: (accessToken: string) => PartnerRatingClient;
  sessions: Sessions;
  events: ReceivedEvents;
  registration: Registration;
  clock: () => Date;
  /** Warns the one who runs the application of something odd. */
  warn: (sentence: string) => void;
}

export interface ClubOptions {
  facts: Facts;
  redirectUri: string;
  serviceAddress: string;
  dataDirectory: string;
  clock: () => Date;
  warn: (sentence: string) => void;
}

export function createClub({ dataDirectory, ...options }: ClubOptions): Club {
  const { facts, redirectUri, serviceAddress: baseUrl } = options;
  const address = new URL(redirectUri).origin;
  const client = new PartnerRatingClient({ apiKey: facts.apiKey, baseUrl });
  return {
    ...options,
    address,
    client,
    clientOf: (accessToken) => new PartnerRatingClient({ accessToken, baseUrl }),
    sessions: createSessions(),
    events: createReceivedEvents(),
    registration: createRegistration({
      client,
      url: `${address}/hooks`,
      secretPath: join(dataDirectory, 'demo-partner.json'),
    }),
  };
}
