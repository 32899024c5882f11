import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** Answers the latest request of a client. */
type Way = (response: ServerResponse, requests: IncomingMessage[]) => void;

export interface Misbehaving {
  /** Answers `/<way>/<client>/…` in this way. */
  answer: (path: string, request: IncomingMessage, response: ServerResponse) => void;
  /** Returns the number of requests for `<way>/<client>`. */
  received: (client: string) => number;
}

const json = { 'content-type': 'application/json' };
const problem = { 'content-type': 'application/problem+json' };

/** Returns the ways in which a service or a proxy misbehaves; redirects lead `elsewhere`. */
export function misbehaving(elsewhere: string): Misbehaving {
  const ways: Record<string, Way> = {
    'unavailable-once': once(503, { 'retry-after': '1' }),
    'rate-limited-once': once(429, { 'retry-after': '0' }),
    'rate-limited-for-long': (response) =>
      response.writeHead(429, { ...problem, 'retry-after': '120' }).end('{"code":"rate_limited"}'),
    'unavailable-once-to-each-key': (response, requests) => {
      const keys = new Set(requests.map(({ headers }) => headers['idempotency-key']));
      if (keys.size > 1 || keys.has(undefined)) response.writeHead(400, problem).end('{}');
      else once(503)(response, requests);
    },
    'breaks-once': (response, requests) => {
      if (requests.length === 1) response.destroy();
      else count(response, requests);
    },
    breaks: (response) => response.destroy(),
    'silent-once': (response, requests) => {
      if (requests.length > 1) count(response, requests);
    },
    silent: () => {},
    stalls: (response) => response.writeHead(200, json).write('{"requests":'),
    truncated: (response) => response.writeHead(200, json).end('{"requests": 1, "li'),
    'too-long': (response) => {
      response.writeHead(200, json);
      Readable.from(tooLong()).pipe(response);
    },
    html: (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Log in</title>'),
    'bare-404': (response) => response.writeHead(404).end('nothing here'),
    redirects: (response, requests) => {
      const [, , , client = ''] = requests.at(-1)?.url?.split('/') ?? [];
      response.writeHead(307, { location: `${elsewhere}/${client}` }).end();
    },
    newer: (response) =>
      response.writeHead(200, json).end(
        JSON.stringify({
          id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
          gender: 'NOT_KNOWN_YET',
          sport: { 'beach-tennis': { splits: { 'masters-night': { R: 4.2, mood: 'high' } } } },
        }),
      ),
    'newer-error': (response) =>
      response
        .writeHead(418, { ...problem, 'x-request-id': 'req_01k4yh2c7w3r8s5d1f6j9m2q0v' })
        .end(JSON.stringify({ code: 'not_known_yet', detail: 'Something new.' })),
  };

  const requestsOf = new Map<string, IncomingMessage[]>();
  return {
    answer: (path, request, response) => {
      const [, way = '', client = ''] = path.split('/');
      const requests = [...(requestsOf.get(`${way}/${client}`) ?? []), request];
      requestsOf.set(`${way}/${client}`, requests);
      const misbehave = ways[way] ?? ((other) => other.writeHead(500).end(`Unknown way: ${way}.`));
      misbehave(response, requests);
    },
    received: (client) => requestsOf.get(client)?.length ?? 0,
  };
}

/** Returns the JSON of an object that is larger than a client's limit. */
function* tooLong(): Generator<string> {
  yield '{';
  for (let mebibytes = 0; mebibytes < 80; mebibytes += 1) yield ' '.repeat(1_048_576);
  yield '}';
}

function once(status: number, headers: Record<string, string> = {}): Way {
  return (response, requests) => {
    if (requests.length === 1) response.writeHead(status, { ...problem, ...headers }).end('{}');
    else count(response, requests);
  };
}

const count: Way = (response, requests) => {
  response.writeHead(200, json).end(JSON.stringify({ requests: requests.length }));
};
