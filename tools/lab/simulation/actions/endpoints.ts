import type { Schemas } from '@partner-rating/server';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { MAX_ENDPOINTS } from '@partner-rating/service/src/webhooks/domain/endpoint-address.ts';
import { expectEqual, expectThat } from '../finding.ts';
import type { KnownEndpoint } from '../world/model.ts';
import { get, post, type Request, sendAs, sendOnce } from '../world/network.ts';
import { askAs } from '../world/pages.ts';
import { PARTNERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const ENDPOINTS = '/api/v1/partner/webhook-endpoints';
/** The number of URLs at which a partner receives events. */
export const URLS = 3;

export const receiverUrl = (world: World, partner: number, number: number) =>
  `https://${world.partner(partner).clientId}.example/hooks/${number}`;

interface MakeEndpoint {
  partner: number;
  url: number;
  events: string[] | null;
  key: number;
}

const drawEvents = (random: () => number) =>
  pick(random, [null, ['rating.updated'], ['connection.created', 'connection.revoked']]);

/** A partner creates another endpoint. */
export const makeEndpoint: Action<MakeEndpoint> = {
  weight: 3,
  operations: ['webhooks.createEndpoint'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    url: upTo(random, URLS),
    events: drawEvents(random),
    key: upTo(random, 1e9),
  }),
  play: async (world, { partner, url: number, events, key }) => {
    const { name } = world.partner(partner);
    const { model } = world;
    const url = receiverUrl(world, partner, number);
    const answer = await sendOnce(world, partner, {
      ...post(ENDPOINTS, { url, ...(events !== null && { events }) }),
      ...{ key: `endpoint-${key}`, fault: null },
    });
    if (model.suspended.has(partner)) {
      expectEqual(answer.statusCode, 403, `${name} is suspended and makes an endpoint.`);
      return `${name} is suspended and cannot make an endpoint.`;
    }
    const isFull = model.endpointsOf(partner).length >= MAX_ENDPOINTS;
    expectEqual(answer.statusCode, isFull ? 409 : 201, `${name} makes an endpoint: ${answer.body}`);
    if (isFull) return `${name} has as many endpoints as it may.`;
    const { id, secret = '' } = answer.json() as Schemas.WebhookEndpoint;
    world.receivers.addSecret(url, secret);
    model.endpoints.push({ id, partner, url, events, setAt: world.time.now, endedAt: null });
    return `${name} receives ${events ?? 'every event'} at ${url} too.`;
  },
};

const CHANGES = ['update', 'rotate', 'delete', 'read'] as const;

interface ChangeEndpoint {
  partner: number;
  endpoint: number;
  change: (typeof CHANGES)[number];
  url: number;
  events: string[] | null;
}

/** A partner updates one of its endpoints, or reads them. */
export const changeEndpoint: Action<ChangeEndpoint> = {
  weight: 4,
  operations: [
    'webhooks.updateEndpoint',
    'webhooks.rotateSecret',
    'webhooks.deleteEndpoint',
    'webhooks.getEndpoint',
    'webhooks.listEndpoints',
  ],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    endpoint: upTo(random, 1_000),
    change: pick(random, CHANGES),
    url: upTo(random, URLS),
    events: drawEvents(random),
  }),
  play: async (world, data) => {
    const { partner, endpoint: number, change } = data;
    const { name } = world.partner(partner);
    const endpoint = choose(world.model.endpointsOf(partner), number);
    if (endpoint === undefined || change === 'read') return await readEndpoints(world, data);
    const { crashes } = world;
    const answer = await askAs(world, partner, requestOf(world, endpoint, data));
    if (answer === null) return `${name} is suspended and cannot ${change} an endpoint.`;
    // If the service crashed, the first of two requests may have deleted it.
    const isGone = change === 'delete' && world.crashes > crashes && answer.statusCode === 404;
    expectThat(
      answer.statusCode < 300 || isGone,
      () => `${name} cannot ${change} the endpoint ${endpoint.id}: ${answer.body}`,
    );
    if (change === 'delete') endpoint.endedAt = world.time.now;
    if (change === 'rotate') {
      world.receivers.addSecret(endpoint.url, (answer.json() as { secret: string }).secret);
    }
    if (change === 'update') {
      endpoint.url = receiverUrl(world, partner, data.url);
      endpoint.events = data.events;
      endpoint.setAt = world.time.now;
    }
    return `${name} changes an endpoint (${change}).`;
  },
};

function requestOf(
  world: World,
  { id }: KnownEndpoint,
  { partner, change, url: number, events }: ChangeEndpoint,
): Request {
  const url = `${ENDPOINTS}/${id}`;
  if (change === 'delete') return { method: 'DELETE', url };
  if (change === 'rotate') return post(`${url}/rotate-secret`);
  const payload = { url: receiverUrl(world, partner, number), ...(events !== null && { events }) };
  return { method: 'PUT', url, payload };
}

/** The list holds exactly the endpoints that were created, as they were set. */
async function readEndpoints(
  world: World,
  { partner, endpoint: number }: ChangeEndpoint,
): Promise<string> {
  const { model } = world;
  const { name } = world.partner(partner);
  const answer = await askAs(world, partner, get(ENDPOINTS));
  if (answer === null) return `${name} is suspended and cannot read its endpoints.`;
  const { endpoints } = answer.json() as Schemas.WebhookEndpoints;
  const known = model.endpointsOf(partner);
  expectEqual(
    endpoints.map(({ id, url }) => `${id} ${url}`),
    known.map(({ id, url }) => `${id} ${url}`),
    `${name} lists other endpoints than it made.`,
  );
  const endpoint = choose(known, number);
  if (endpoint !== undefined) {
    const url = `${ENDPOINTS}/${endpoint.id}`;
    const one = await sendAs(world, partner, get(url));
    expectEqual(
      one.json(),
      endpoints.find(({ id }) => id === endpoint.id),
      `${name} reads an endpoint with other values than in the list.`,
    );
    const other = world.partners.find(({ index }) => index !== partner);
    if (other !== undefined && !model.suspended.has(other.index)) {
      const foreign = await sendAs(world, other.index, get(url));
      expectEqual(foreign.statusCode, 404, `${other.name} reads an endpoint of ${name}.`);
    }
  }
  return `${name} reads its ${endpoints.length} endpoints.`;
}

/** A partner requests a test event for an address to which the service must not send. */
export const testWebhook: Action<{ partner: number; url: string }> = {
  weight: 0.5,
  operations: ['matches.testWebhook'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    url: pick(random, ['http://receiver.example/', 'https://127.0.0.1/', 'https://a:b@c.example/']),
  }),
  play: async (world, { partner, url: webhookUrl }) => {
    const { name } = world.partner(partner);
    const request = post('/api/v1/partner/webhook-test', { webhookUrl });
    const answer = await askAs(world, partner, request);
    if (answer === null) return `${name} is suspended and cannot test its receiver.`;
    expectThat(
      answer.statusCode === 400 || answer.statusCode === 404,
      () => `A test event was sent to ${webhookUrl}: ${answer.body}`,
    );
    return `${name} may not have a test event sent to ${webhookUrl} (${answer.statusCode}).`;
  },
};
