import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { catalogue } from '@partner-rating/spec/catalogue';
import { onTestFinished } from 'vitest';
import type { WebhookEndpoint } from '../index.ts';

type Endpoint = Omit<WebhookEndpoint, 'secret'>;

/** A service with only the webhook endpoints of one application. */
export interface EndpointService {
  baseUrl: string;
  endpoints: Endpoint[];
  /** The secret of the newest endpoint. */
  secret: string;
  /** The requests, such as `POST webhook-endpoints`. */
  asked: string[];
  /** Whether it accepts an address. Default: always. */
  accepts: (url: string) => boolean;
  /** Additional advice in its refusal of an address. */
  advice: (url: string) => string;
  /** Operations that run but return 503, by method and resource. */
  failing: Set<string>;
}

const MAX_ENDPOINTS = 10;
const allEvents = catalogue.eventTypes.map(({ type }) => type);

export function endpointAt(url: string, changes: Partial<Endpoint> = {}): Endpoint {
  return {
    id: 'whe_01k4yh1w3e7r2t6y9p4q8s5d0a',
    url,
    events: allEvents,
    status: 'enabled',
    disabledReason: null,
    createdAt: '2026-09-12T13:40:00Z',
    updatedAt: '2026-09-12T13:40:00Z',
    ...changes,
  };
}

/** Starts the service, and stops it after the test. */
export async function endpointService(
  changes: Partial<EndpointService> = {},
): Promise<EndpointService> {
  let made = 0;
  const service: EndpointService = {
    baseUrl: '',
    endpoints: [],
    secret: '',
    asked: [],
    accepts: () => true,
    advice: () => '',
    failing: new Set(),
    ...changes,
  };

  const answers: Record<string, (id: string, body: string) => [status: number, body?: object]> = {
    'GET webhook-endpoints': () => [200, { endpoints: service.endpoints }],
    'POST webhook-endpoints': (_id, body) => {
      const { url, events = allEvents } = JSON.parse(body) as { url: string; events?: string[] };
      if (!service.accepts(url)) return refusal(service.advice(url));
      if (service.endpoints.length >= MAX_ENDPOINTS) return tooMany;
      made += 1;
      service.secret = `whsec_${btoa(`a secret of these tests alone, number ${made}`)}`;
      const id = `whe_01k4yh1w3e7r2t6y9p4q8s5d${String(made).padStart(2, '0')}` as const;
      const endpoint = endpointAt(url, { id, events });
      service.endpoints = [...service.endpoints, endpoint];
      return [201, { ...endpoint, secret: service.secret }];
    },
    'DELETE webhook-endpoints': (id) => {
      if (!service.endpoints.some((endpoint) => endpoint.id === id)) return notThere;
      service.endpoints = service.endpoints.filter((endpoint) => endpoint.id !== id);
      return [204];
    },
  };

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const [, resource = '', id = ''] =
      request.url?.split('/partner/')[1]?.match(/^([^/]+)\/?(.*)/) ?? [];
    const name = `${request.method} ${resource}`;
    service.asked.push(name);
    const [status, content] = answers[name]?.(id, body) ?? [404, { code: 'not_found' }];
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

const notThere: [number, object] = [404, { code: 'not_found', detail: 'No such endpoint.' }];
const tooMany: [number, object] = [
  409,
  { code: 'too_many_endpoints', detail: 'The application has reached its limit of endpoints.' },
];
const refusal = (advice: string): [number, object] => [
  400,
  {
    code: 'validation_failed',
    detail: 'The request does not fit the contract in 1 place.',
    errors: [
      {
        pointer: '/url',
        code: 'https_required',
        detail: `The URL must begin with https://. ${advice}`,
      },
    ],
  },
];

function send(response: ServerResponse, status: number, body?: object): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
