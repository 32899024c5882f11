import type { OperationId } from '../operations/operations.gen.ts';
import { example } from './example.ts';
import type { ExampleAnswer } from './example-answer.ts';
import { exampleOperations } from './example-operations.gen.ts';
import { type ExampleRequest, readBody, routeRequest } from './example-request.ts';
import { answerParts, exampleResponse, statusAndExample } from './example-response.ts';

/**
 * A fake of the service, in memory and without a network, for unit tests of code that uses the client.
 * Its `fetch` answers every operation with the document's first example of a success, until you set
 * another answer, and records the requests.
 *
 * It checks only the path and the type of the credential. Its answers do not
 * depend on the request, with one exception: the `nextCursor` of an example leads to the last page of
 * the list. It asks for no wait before a retry (`Retry-After: 0`). If you need answers that
 * depend on the request, run the mock or the service itself.
 *
 * @example
 * const service = new ExampleService();
 * const client = new PartnerRatingClient({
 *   apiKey: 'prk_test',
 *   environment: 'local',
 *   fetch: service.fetch,
 * });
 * const member = await client.members.get('10482');
 * expect(member.displayName).toBe('Mike B.');
 * expect(service.requestsOf('members.get')[0]?.query.memberId).toBe('10482');
 */
export class ExampleService {
  /**
   * The recorded requests, in order. Requests to unknown paths, and requests that were already aborted, are not recorded.
   *
   * @example
   * await client.matches.void('mat_01k4yh2ca6m8d2s4h0y9w7c5tq', { reason: 'The wrong court.' });
   * expect(service.requests).toMatchObject([
   *   { operation: 'matches.void', body: { reason: 'The wrong court.' } },
   * ]);
   */
  readonly requests: ExampleRequest[] = [];
  readonly #answers = new Map<OperationId, ExampleAnswer<OperationId>[]>();

  /**
   * Answers a request: pass it as the option `fetch` of a client, or stub the global `fetch` with it if your code
   * creates the client itself. The function is bound to its service.
   *
   * @throws TypeError if an answer names an example that the document does not have.
   *
   * @example
   * const client = new PartnerRatingClient({
   *   apiKey: 'prk_test',
   *   environment: 'local',
   *   fetch: service.fetch,
   * });
   *
   * @example
   * vi.stubGlobal('fetch', service.fetch);
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const signal = init?.signal ?? request.signal;
    if (signal.aborted) throw reasonOf(signal);
    return await unlessAborted(signal, this.#response(request));
  };

  /**
   * Sets the answer of an operation. If you pass several answers, they are returned one after the other, and then the
   * last one repeats.
   *
   * @throws TypeError if there is no such operation, or no such example of it.
   *
   * @example
   * service.answer('members.get', 'error-not_connected');
   *
   * @example
   * // The service is unavailable, and then answers: the client retries.
   * service.answer('matches.submit', 'error-unavailable', 'matches.submit');
   * await client.matches.submit(batch);
   * expect(service.requestsOf('matches.submit')).toHaveLength(2);
   *
   * @example
   * service.answer('members.get', { body: { ...example('members.get'), firstName: 'Ana' } });
   * service.answer('usage.get', { status: 502, body: '<h1>Bad gateway</h1>' });
   * service.answer('members.getBulk', ({ query }) => ({
   *   body: query.ids.map((id) => ({ ...example('members.get'), memberId: Number(id) })),
   * }));
   * service.answer('members.search', new TypeError('fetch failed')); // as if the network had failed
   * service.answer('leaderboard.list', () => new Promise(() => {})); // no answer: a timeout
   */
  answer<Id extends OperationId>(
    operation: Id,
    ...answers: [ExampleAnswer<Id>, ...ExampleAnswer<Id>[]]
  ): this {
    if (!Object.hasOwn(exampleOperations, operation)) {
      throw new TypeError(
        `There is no operation "${operation}". The operations: ${Object.keys(exampleOperations).join(', ')}.`,
      );
    }
    for (const answer of answers) {
      if (typeof answer !== 'function' && !(answer instanceof Error)) {
        statusAndExample(operation, answerParts(answer));
      }
    }
    this.#answers.set(operation, answers as unknown[] as ExampleAnswer<OperationId>[]);
    return this;
  }

  /**
   * The recorded requests of one operation, in order.
   *
   * @example
   * await client.matches.submit(batch, { idempotencyKey });
   * const [sent] = service.requestsOf('matches.submit');
   * expect(sent?.body).toEqual(batch);
   * expect(sent?.headers['idempotency-key']).toBe(idempotencyKey);
   */
  requestsOf<Id extends OperationId>(operation: Id): ExampleRequest<Id>[] {
    const sent = this.requests.filter((request) => request.operation === operation);
    return sent as ExampleRequest[] as ExampleRequest<Id>[];
  }

  /**
   * Clears the recorded requests and the answers that you have set.
   *
   * @example
   * afterEach(() => service.reset()); // or create a service in each test
   */
  reset(): void {
    this.requests.length = 0;
    this.#answers.clear();
  }

  async #response(request: Request): Promise<Response> {
    const sent = routeRequest(request);
    if (!sent) return unknownPath(request);
    // Before the first await, so that concurrent calls are recorded and answered in their order.
    this.requests.push(sent);
    const next = hasCredential(sent) ? this.#nextAnswer(sent.operation) : { status: 401 };
    sent.body = (await readBody(request)) as never;
    const answer = typeof next === 'function' ? await next(sent) : next;
    if (answer instanceof Error) throw answer;
    return exampleResponse(sent, answerParts(answer));
  }

  #nextAnswer(operation: OperationId): ExampleAnswer<OperationId> | undefined {
    const answers = this.#answers.get(operation) ?? [];
    return answers.length > 1 ? answers.shift() : answers[0];
  }
}

function hasCredential({ operation, headers }: ExampleRequest): boolean {
  const { credentials } = exampleOperations[operation];
  const sent = {
    ApiKey: headers['x-api-key'] !== undefined,
    AccessToken: headers.authorization?.startsWith('Bearer ') === true,
  };
  return credentials.length === 0 || credentials.some((scheme) => sent[scheme]);
}

function unknownPath({ method, url }: Request): Response {
  const problem = example('error-not_found');
  problem.detail = `There is no operation ${method} ${new URL(url).pathname}. Check that baseUrl ends in /api/v1, and the path.`;
  return Response.json(problem, {
    status: 404,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': problem.instance },
  });
}

// The polyfill of React Native gives no reason.
function reasonOf({ reason }: AbortSignal): unknown {
  return reason ?? Object.assign(new Error('The request was aborted.'), { name: 'AbortError' });
}

/** Returns the result of the work. Rejects, like `fetch`, if the signal is aborted first. */
function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(reasonOf(signal)));
    work.then(resolve, reject);
  });
}
