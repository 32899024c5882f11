import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { WebhookEndpoint } from '../index.ts';

type Endpoint = Omit<WebhookEndpoint, 'secret'>;

/** A service that knows one application's webhook endpoint and nothing else. */
export interface EndpointService {
  baseUrl: string;
  endpoint: Endpoint | null;
  secret: string;
  /** What was asked of it, such as `PUT /partner/webhook-endpoint`. */
  asked: string[];
  /** The addresses it takes; all where it is left out. */
  accepts: (url: string) => boolean;
  /** Operations that are carried out and yet answered 503, by method and the end of the path. */
  failing: Set<string>;
}

const allEvents = ['rating.updated', 'connection.created', 'connection.revoked', 'webhook.test'];

export function endpointAt(url: string, changes: Partial<Endpoint> = {}): Endpoint {
  return {
    id: 'whe_01k4yh1w3e7r2t6y9p4q8s5d0a',
    isDefault: true,
    url,
    events: allEvents,
    status: 'enabled',
    disabledReason: null,
    createdAt: '2026-09-12T13:40:00Z',
    updatedAt: '2026-09-12T13:40:00Z',
    ...changes,
  };
}

/** Answers about the endpoint as the contract says, until the test ends. */
export async function endpointService(
  changes: Partial<EndpointService> = {},
): Promise<EndpointService> {
  let secrets = 0;
  const newSecret = () => `whsec_${btoa(`a secret of these tests alone, number ${++secrets}`)}`;
  const service: EndpointService = {
    baseUrl: '',
    endpoint: null,
    secret: newSecret(),
    asked: [],
    accepts: () => true,
    failing: new Set(),
    ...changes,
  };

  const answers: Record<string, (body: string) => [status: number, body?: object]> = {
    'GET webhook-endpoint': () => (service.endpoint ? [200, service.endpoint] : notSet),
    'PUT webhook-endpoint': (body) => {
      const { url, events = allEvents } = JSON.parse(body) as { url: string; events?: string[] };
      if (!service.accepts(url)) return refusal;
      const isNew = service.endpoint === null;
      service.endpoint = endpointAt(url, { events });
      if (!isNew) return [200, service.endpoint];
      service.secret = newSecret();
      return [201, { ...service.endpoint, secret: service.secret }];
    },
    'DELETE webhook-endpoint': () => {
      if (service.endpoint === null) return notSet;
      service.endpoint = null;
      return [204];
    },
    'POST rotate-secret': () => {
      if (service.endpoint === null) return notSet;
      service.secret = newSecret();
      return [200, { secret: service.secret, previousSecretExpiresAt: '2026-09-13T13:40:00Z' }];
    },
  };

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const name = `${request.method} ${request.url?.split('/').at(-1)}`;
    service.asked.push(name);
    const [status, content] = answers[name]?.(body) ?? [404, { code: 'not_found' }];
    if (service.failing.has(name)) send(response, 503, { code: 'unavailable' });
    else send(response, status, content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  service.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  return service;
}

const notSet: [number, object] = [404, { code: 'not_found', detail: 'No endpoint is set.' }];
const refusal: [number, object] = [
  400,
  {
    code: 'validation_failed',
    detail: 'The request does not fit the contract in 1 place.',
    errors: [
      { pointer: '/url', code: 'https_required', detail: 'The URL must begin with https://.' },
    ],
  },
];

function send(response: ServerResponse, status: number, body?: object): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
