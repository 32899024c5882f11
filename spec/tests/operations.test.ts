import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { catalogue } from '../src/catalogue.ts';
import { contract, folder } from './source.ts';

// The operations of the first version. The comparison with the released document protects later ones.
const promised = [
  'oauth.showAuthorization GET /partner/oauth/authorize',
  'oauth.authorize POST /partner/oauth/authorize',
  'oauth.exchangeToken POST /partner/oauth/token',
  'oauth.refresh POST /partner/oauth/refresh',
  'oauth.revoke POST /partner/oauth/revoke',
  'oauth.listScopes GET /partner/oauth/scopes',
  'members.get GET /partner/member',
  'members.getBulk GET /partner/members',
  'members.search GET /partner/search',
  'members.listRatingHistory GET /partner/member/rating-history',
  'members.listMatches GET /partner/member/matches',
  'members.listRatingUpdates GET /partner/rating-updates',
  'matches.submit POST /partner/matches',
  'matches.list GET /partner/matches',
  'matches.get GET /partner/matches/{matchId}',
  'matches.void POST /partner/matches/{matchId}/void',
  'matches.predict POST /partner/matches/predict',
  'matches.balance POST /partner/matches/balance',
  'matches.importTournament POST /partner/tournament-import',
  'matches.testWebhook POST /partner/webhook-test',
  'leaderboard.list GET /leaderboard',
  'leaderboard.rank POST /leaderboard/rank',
  'leaderboard.listCategories GET /leaderboard/categories',
  'webhooks.listDeliveries GET /partner/webhook-deliveries',
  'webhooks.redeliver POST /partner/webhook-deliveries/{deliveryId}/redeliver',
  'webhooks.listEndpoints GET /partner/webhook-endpoints',
  'webhooks.createEndpoint POST /partner/webhook-endpoints',
  'webhooks.getEndpoint GET /partner/webhook-endpoints/{endpointId}',
  'webhooks.updateEndpoint PUT /partner/webhook-endpoints/{endpointId}',
  'webhooks.deleteEndpoint DELETE /partner/webhook-endpoints/{endpointId}',
  'webhooks.rotateSecret POST /partner/webhook-endpoints/{endpointId}/rotate-secret',
  'usage.get GET /partner/usage',
];

describe('the operations', () => {
  it('still include the operations of the first version', () => {
    const found = contract.operations().map(({ id, method, path }) => `${id} ${method} ${path}`);
    expect(found).toEqual(expect.arrayContaining(promised));
  });

  it('are in the folder of their resource, in a file named after their URL', async () => {
    const { paths } = parse(await readFile(`${folder}openapi.yaml`, 'utf8'));
    for (const { id, path } of contract.operations()) {
      const [resource] = id.split('.');
      const [last, ...before] = path.split('/').toReversed();
      // If two paths end with the same name, the file name also has the part before it.
      const names = [last, `${before[0]}.${last}`];
      expect(names.map((name) => `paths/${resource}/${name}.yaml`)).toContain(paths[path].$ref);
    }
  });

  it('have examples with their name, and shared examples of errors', () => {
    for (const { id, status, examples } of contract.bodies()) {
      for (const { name } of examples) {
        const shared = status !== null && /^[45]/.test(status) && /^(oauth-)?error-/.test(name);
        expect(shared || name === id || name.startsWith(`${id}-`), name).toBe(true);
      }
    }
  });
});

describe('the events', () => {
  const events = contract.events();

  it('are those of the catalogue, and need the consent that it names', () => {
    const found = events.map(({ type, requiredScopes }) => ({
      type,
      needsConsent: requiredScopes.user.includes('user:webhook:subscribe'),
    }));
    expect(found).toEqual(catalogue.eventTypes);
  });

  it('are the alternatives of one union, each by its type', () => {
    const { oneOf, discriminator } = contract.schemas.WebhookEvent ?? {};
    const bodies = events.map(({ body }) => body?.content['application/json']?.schema);
    expect(oneOf).toEqual(bodies);
    expect(discriminator).toEqual({
      propertyName: 'type',
      mapping: Object.fromEntries(events.map(({ type }, index) => [type, bodies[index]?.$ref])),
    });
  });

  it('are each called after their type', () => {
    for (const { type, id } of events) {
      const camelCase = type.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase());
      expect(id).toBe(`events.${camelCase}`);
    }
  });
});
