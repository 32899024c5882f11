import assert from 'node:assert/strict';
import { PartnerRatingClient } from '@partner-rating/client';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { type Program, versionOf } from '../program.ts';

interface Verifier {
  /** Throws if the signature is not valid. */
  verify: (body: string, headers: Record<string, string>) => unknown;
}

/** Returns the program of a package that verifies webhooks by Standard Webhooks. */
const verifierOf = (name: string, createVerifier: (secret: string) => Verifier): Program => ({
  name,
  version: () => versionOf(name),
  async drive({ application, baseUrl, connect, nextPlayer, player, receiver }, step) {
    const { matches, webhooks } = new PartnerRatingClient({ baseUrl, apiKey: application.apiKey });
    const path = `/${name}`;
    await connect();
    const endpoint = await webhooks.createEndpoint({ url: receiver.url + path });
    const { secret = '' } = endpoint;
    await matches.submit({
      ...{ sport: 'pickleball', format: 'pickleball-11' },
      matches: [
        {
          identifier: `webhook-of-${name}`,
          teams: [[player.id], [nextPlayer().id]],
          games: [{ scores: [5, 11] }, { scores: [7, 11] }],
        },
      ],
    });
    const { body, headers } = await receiver.received(path, 'rating.updated');
    const verifier = createVerifier(secret);
    await step('verifies the event of a new rating', () => {
      verifier.verify(body, headers);
    });
    await step('refuses a changed body', () => {
      assert.throws(() => verifier.verify(body.replace('"newRating"', '"oldRating"'), headers));
      assert.throws(() => verifier.verify(` ${body}`, headers));
    });
    await step('refuses another time', () => {
      const timestamp = String(Number(headers['webhook-timestamp']) + 1);
      const later = { ...headers, 'webhook-timestamp': timestamp };
      assert.throws(() => verifier.verify(body, later));
    });
    const rotated = await webhooks.rotateSecret(endpoint.id);
    await step('refuses the signature of another secret', () => {
      assert.throws(() => createVerifier(rotated.secret).verify(body, headers));
    });
    await matches.testWebhook({ endpointId: endpoint.id });
    const test = await receiver.received(path, 'webhook.test');
    await step('verifies by the old and the new secret during a rotation', () => {
      for (const one of [secret, rotated.secret]) {
        createVerifier(one).verify(test.body, test.headers);
      }
    });
    await webhooks.deleteEndpoint(endpoint.id);
  },
});

export const svix = verifierOf('svix', (secret) => new SvixWebhook(secret));

export const standardwebhooks = verifierOf(
  'standardwebhooks',
  (secret) => new StandardWebhook(secret),
);
