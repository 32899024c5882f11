import type { OperationId } from '../operations/operations.gen.ts';
import { example } from './example.ts';
import type { ExampleAnswer } from './example-answer.ts';
import { exampleOperations } from './example-operations.gen.ts';
import { type ExampleRequest, readBody, readHead } from './example-request.ts';
import { answerParts, exampleResponse, statusAndExample } from './example-response.ts';

/**
 * The service, in memory and without a network: for the unit tests of what you build on the client.
 * Its `fetch` answers every operation with the document's first example of a success, until you say
 * otherwise, and keeps what was sent.
 *
 * It looks at the path, and at whether the credential is of a kind that the operation takes; it
 * checks nothing else of a request, and its answers do not depend on what was sent, with one
 * exception: who follows the `nextCursor` of an example comes to the last page of the list. It asks
 * for no waiting before a retry (`Retry-After: 0`). For answers that depend on what was sent, run the
 * mock or the service itself.
 *
 * @example
 * const service = new ExampleService();
 * const client = new PartnerRatingClient({
 *   apiKey: 'prk_test',
 *   environment: 'local',
 *   fetch: service.fetch,
 * });
 * const member = await client.members.get({ memberId: '10482' });
 * expect(member.displayName).toBe('Mike B.');
 * expect(service.requestsOf('members.get')[0]?.query.memberId).toBe('10482');
 */
export class ExampleService {
  /**
   * What was sent, in order. What is no operation, and what was aborted before, is not in it.
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
   * Answers a request: the option `fetch` of a client, or what stands in for the platform's `fetch`
   * where your code makes the client by itself. It can be passed on without its service.
   *
   * @throws TypeError where an answer names an example that the document does not have.
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
    signal.throwIfAborted();
    return await unlessAborted(signal, this.#response(request));
  };

  /**
   * Says how an operation is answered from now on. Several answers are given one after the other,
   * and the last one from then on.
   *
   * @throws TypeError where there is no such operation, or the document has no such example of it.
   *
   * @example
   * service.answer('members.get', 'error-not_connected');
   *
   * @example
   * // First the service is away, then it answers: the client tries again by itself.
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
   * service.answer('leaderboard.list', () => new Promise(() => {})); // no answer: a time-out
   */
  answer<Id extends OperationId>(
    operation: Id,
    ...answers: [ExampleAnswer<Id>, ...ExampleAnswer<Id>[]]
  ): this {
    if (!Object.hasOwn(exampleOperations, operation)) {
      throw new TypeError(
        `There is no operation "${operation}", but ${Object.keys(exampleOperations).join(', ')}.`,
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
   * What was sent to one operation, in order.
   *
   * @example
   * await client.matches.submit(batch, { idempotencyKey: 'court-3-final' });
   * const [sent] = service.requestsOf('matches.submit');
   * expect(sent?.body).toEqual(batch);
   * expect(sent?.headers['idempotency-key']).toBe('court-3-final');
   */
  requestsOf<Id extends OperationId>(operation: Id): ExampleRequest<Id>[] {
    const sent = this.requests.filter((request) => request.operation === operation);
    return sent as ExampleRequest[] as ExampleRequest<Id>[];
  }

  /**
   * Forgets what was sent, and every answer that was said.
   *
   * @example
   * afterEach(() => service.reset()); // or make a new one in each test
   */
  reset(): void {
    this.requests.length = 0;
    this.#answers.clear();
  }

  async #response(request: Request): Promise<Response> {
    const sent = readHead(request);
    if (!sent) return unknownPath(request);
    // Before anything is awaited, so that calls made at once are kept and answered in their order.
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
  const shown = {
    ApiKey: headers['x-api-key'] !== undefined,
    AccessToken: headers.authorization?.startsWith('Bearer ') === true,
  };
  return credentials.length === 0 || credentials.some((scheme) => shown[scheme]);
}

function unknownPath({ method, url }: Request): Response {
  const problem = example('error-not_found');
  problem.detail = `There is no operation ${method} ${new URL(url).pathname}. Check that baseUrl ends in /api/v1, and the path.`;
  return Response.json(problem, {
    status: 404,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': problem.instance },
  });
}

/** What the work gives, unless the signal is aborted first, as a `fetch` does. */
function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    work.then(resolve, reject);
  });
}
