import {
  type Configuration,
  readConfiguration,
} from '@partner-rating/service/src/platform/configuration/configuration.ts';
import { newId } from '@partner-rating/service/src/platform/database/identifiers.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import {
  createSecretSealing,
  type SecretSealing,
} from '@partner-rating/service/src/platform/secrets/sealing.ts';
import { endpointOf } from '@partner-rating/service/src/testing/builders.ts';
import { insertDeliveries } from '@partner-rating/service/src/webhooks/store/deliveries.ts';

/** The URL of events that are never sent. */
export const URL_OF_NOBODY = 'https://courtside.example/hooks';

/** A logger that writes nothing. */
export const quiet = { debug: () => {}, warn: () => {}, error: () => {} };

/** A rating update, in the form in which the service stores it. */
export const payload = JSON.stringify({
  type: 'rating.updated',
  timestamp: '2026-09-12T18:04:11.000Z',
  data: {
    memberId: 10482,
    id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
    displayName: 'Mike B.',
    sport: 'pickleball',
    previousRating: 4.231,
    newRating: 4.268,
    changedAt: '2026-09-12T18:04:11.000Z',
    splits: Object.fromEntries(
      ['overall-open', 'overall-35+', 'gender-open', 'gender-35+'].map((bracket) => [
        bracket,
        { previousRating: 4.231, newRating: 4.268, reliability: 0.82, games: 41 },
      ]),
    ),
    sequence: 58,
  },
});

/** Returns settings that allow the service to send to receivers on this machine. */
export function configurationFor(targets: readonly string[]): Configuration {
  return readConfiguration({
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    WEBHOOK_PRIVATE_TARGETS: targets.join(','),
  });
}

export function sealingFor(targets: readonly string[]): SecretSealing {
  return createSecretSealing(configurationFor(targets));
}

/** Inserts `each` events for each application, due at this time, as the outbox stores them. */
export async function insertEvents(
  database: Database,
  applications: readonly string[],
  { each, due, url }: { each: number; due: Date; url: string },
): Promise<void> {
  const deliveries = Array.from({ length: each }, () =>
    applications.map((applicationId) => ({
      id: newId('whd'),
      eventId: newId('evt'),
      applicationId,
      endpointId: endpointOf(applicationId),
      memberId: null,
      // Every application may receive this type, so that nobody needs to be connected here.
      eventType: 'connection.created',
      payload,
      url,
    })),
  ).flat();
  const defaults = { createdAt: due, nextAttemptAt: due, maxAttempts: 10, traceparent: null };
  await database
    .transaction()
    .execute((transaction) => insertDeliveries(transaction, deliveries, defaults));
}
