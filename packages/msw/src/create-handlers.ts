import type { OperationId } from '@partner-rating/client';
import {
  type ExampleAnswer,
  ExampleService,
  type StaticAnswer,
} from '@partner-rating/client/testing';
import { type HttpHandler, http } from 'msw';
import { type OperationHandlers, operations } from './operations.gen.ts';
import { respond } from './respond.ts';
import { type ScenarioName, stories, tokenStories } from './scenarios.gen.ts';

/**
 * The options of `createHandlers`.
 *
 * @example
 * const options: HandlersOptions = { baseUrl: 'https://club.example/rating', scenario: 'empty-lists' };
 */
export interface HandlersOptions {
  /** The base URL of your client. Default: any URL that ends in `/api/v1`. */
  baseUrl?: string;
  /** The story of `handlers`. Default: every operation answers with its first success example. */
  scenario?: ScenarioName;
}

/** The handlers of the service: all handlers, those of a story, and a function for each operation. */
export interface Handlers extends OperationHandlers {
  /**
   * A handler for every operation.
   *
   * @example
   * const server = setupServer(...rating.handlers);
   */
  readonly handlers: readonly HttpHandler[];
  /**
   * The handlers of a story of the mock: `disconnected`, `rate-limited`, `empty-lists` …
   *
   * @throws TypeError if there is no such story.
   *
   * @example
   * server.use(...rating.scenario('disconnected'));
   */
  scenario(name: ScenarioName): HttpHandler[];
}

const ids = Object.keys(operations) as OperationId[];
const serviceUrl = 'http://localhost/api/v1';

/**
 * Creates handlers of the service for `setupServer` and `setupWorker` of MSW. They answer with the examples of the
 * contract, in which they repeat values of the request, such as the player, the match, and the sport.
 *
 * @example
 * const rating = createHandlers();
 * const server = setupServer(...rating.handlers);
 * server.use(rating.members.get('error-not_connected'));
 */
export function createHandlers({ baseUrl = '*/api/v1', scenario }: HandlersOptions = {}): Handlers {
  function handle<Id extends OperationId>(id: Id, answers: ExampleAnswer<Id>[]): HttpHandler {
    const { method, path } = operations[id];
    // Checked here, because an unknown answer is an error of the test, not of the request.
    const [first, ...more] = answers;
    if (first !== undefined) new ExampleService().answer(id, first, ...more);
    const address = baseUrl + path.replaceAll(/\{(\w+)\}/g, ':$1');
    return http[methods[method]](address, ({ request, params }) => {
      const { pathname, search } = new URL(request.url);
      // MSW ignores a trailing slash. For the service, it is another path, and unknown.
      if (pathname.endsWith('/')) return undefined;
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      const sentTo = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(String(params[name])),
      );
      return respond(id, answer, new Request(serviceUrl + sentTo + search, request));
    });
  }

  function handlersOf(name: ScenarioName): HttpHandler[] {
    if (!Object.hasOwn(stories, name)) {
      throw new TypeError(
        `There is no scenario "${name}". The scenarios: ${Object.keys(stories).join(', ')}.`,
      );
    }
    return ids.map((id) => handle(id, storyAnswers(name, id)));
  }

  const made = {
    handlers: scenario === undefined ? ids.map((id) => handle(id, [])) : handlersOf(scenario),
  };
  const byResource: Record<string, Record<string, unknown>> = {};
  for (const id of ids) {
    const [resource = '', method = ''] = id.split('.');
    byResource[resource] ??= {};
    byResource[resource][method] = (...answers: ExampleAnswer<typeof id>[]) => handle(id, answers);
  }
  return { ...made, ...byResource, scenario: handlersOf } as unknown as Handlers;
}

/** Returns the answer of an operation in a scenario, or nothing for the default answer. */
function storyAnswers<Id extends OperationId>(name: ScenarioName, id: Id): ExampleAnswer<Id>[] {
  const [usual, toToken] = [stories[name][id], tokenStories[name]?.[id]];
  if (toToken === undefined) return usual === undefined ? [] : [usual];
  return [({ headers }) => ('x-api-key' in headers ? usual : toToken) as StaticAnswer<Id>];
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
