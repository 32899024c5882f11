import type { OperationId } from '@partner-rating/client';
import type { ExampleName } from '@partner-rating/client/testing';
import type { Operation } from '@partner-rating/spec/document';
import { contract } from '../contract.ts';

/** The name of a scenario, for `X-Mock-Scenario` and `--scenario`. */
export type ScenarioName =
  | 'connected-player'
  | 'first-connection'
  | 'unrated-player'
  | 'ratings-not-shared'
  | 'disconnected'
  | 'key-revoked'
  | 'batch-rejected'
  | 'match-conflict'
  | 'partial-batch'
  | 'dry-run'
  | 'endpoint-disabled'
  | 'empty-lists'
  | 'last-page'
  | 'rate-limited'
  | 'service-failing'
  | 'service-down';

/** A coherent set of answers: it chooses an example for each operation, as if certain things had happened. */
export interface Scenario {
  /** What has happened, and what a client sees of it. */
  description: string;
  /** The id of the player that the scenario is about. */
  player: string;
  /** The example by operation. Default: `everywhere`, or the default answer of the operation. */
  answers?: Partial<Record<OperationId, ExampleName>>;
  /** The answer of every operation that documents this example. */
  everywhere?: ExampleName;
  /** The answers to a player's token, where they differ from the answers to an API key. */
  toToken?: Pick<Scenario, 'answers' | 'everywhere'>;
}

/** The players of the examples. */
const players = {
  mike: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
  sofia: 'mem_01jqa4k8n2p6w0d9r7e5c3j1fs',
  carmen: 'mem_01jqb7r4d8x2h6v0m9k5t3w1zc',
};

/** The scenarios by name. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  'connected-player': {
    description:
      'Mike Brennan is connected and rated, a batch was rated, and webhooks arrive. ' +
      'This is the default scenario.',
    player: players.mike,
  },
  'first-connection': {
    description:
      'Mike Brennan connects for the first time: the service asks for his consent, the webhook endpoint ' +
      'is created, and nothing has been sent or changed yet.',
    player: players.mike,
    answers: {
      'oauth.showAuthorization': 'oauth.showAuthorization-consent',
      'members.listRatingUpdates': 'members.listRatingUpdates-none',
      'webhooks.createEndpoint': 'webhooks.createEndpoint-first',
      'webhooks.listDeliveries': 'webhooks.listDeliveries-empty',
    },
  },
  'unrated-player': {
    description:
      'Carmen Ortiz is connected and has not played a rated match: she has no rating in any sport, no ' +
      'history, and no rank.',
    player: players.carmen,
    answers: {
      'oauth.exchangeToken': 'oauth.exchangeToken-unrated',
      'oauth.refresh': 'oauth.refresh-unrated',
      'members.get': 'members.get-unrated',
      'members.listRatingHistory': 'members.listRatingHistory-empty',
      'members.listMatches': 'members.listMatches-empty',
      'members.listRatingUpdates': 'members.listRatingUpdates-none',
      'leaderboard.rank': 'error-not_found',
    },
  },
  'ratings-not-shared': {
    description:
      'Sofia Lindqvist is connected without user:rating:read: her profile has no ratings, her rating ' +
      'updates and deliveries contain no figures, and her matches cannot be predicted.',
    player: players.sofia,
    answers: {
      'oauth.exchangeToken': 'oauth.exchangeToken-without-ratings',
      'oauth.refresh': 'oauth.refresh-without-ratings',
      'members.get': 'members.get-without-ratings',
      'members.listRatingHistory': 'error-insufficient_scope-not-granted',
      'members.listMatches': 'error-insufficient_scope-not-granted',
      'members.listRatingUpdates': 'members.listRatingUpdates-without-ratings',
      'matches.predict': 'error-prediction_rejected',
      'matches.balance': 'error-prediction_rejected',
      'leaderboard.rank': 'leaderboard.rank-third',
    },
    toToken: {
      answers: {
        'members.listRatingHistory': 'error-insufficient_scope-token',
        'members.listMatches': 'error-insufficient_scope-token',
      },
    },
  },
  disconnected: {
    description:
      'Sofia Lindqvist withdrew her consent on her account page: her tokens are refused, she is not ' +
      'connected, and pending deliveries are not sent. Ask her to connect again.',
    player: players.sofia,
    answers: {
      'oauth.exchangeToken': 'oauth.exchangeToken-without-ratings',
      'oauth.refresh': 'oauth-error-invalid_grant-disconnected',
      'members.get': 'members.get-public-card',
      'members.listRatingHistory': 'error-not_connected',
      'members.listMatches': 'error-not_connected',
      'members.listRatingUpdates': 'members.listRatingUpdates-none',
      'matches.submit': 'matches.submit-batch-rejected',
      'leaderboard.rank': 'leaderboard.rank-third',
      'webhooks.redeliver': 'error-consent_withdrawn',
    },
    toToken: { everywhere: 'error-unauthenticated' },
  },
  'key-revoked': {
    description: 'The API key was revoked: every operation that needs a credential answers 401.',
    player: players.mike,
    everywhere: 'error-unauthenticated',
    answers: {
      'oauth.authorize': 'oauth-error-invalid_client',
      'oauth.exchangeToken': 'oauth-error-invalid_client',
      'oauth.refresh': 'oauth-error-invalid_client',
      'oauth.revoke': 'oauth-error-invalid_client',
    },
  },
  'batch-rejected': {
    description:
      'Batches and imports have errors: the service refuses them as a whole with 422 and a pointer to each ' +
      'error, and no rating changes.',
    player: players.mike,
    answers: {
      'matches.submit': 'matches.submit-batch-rejected',
      'matches.importTournament': 'error-batch_rejected',
      'members.listRatingUpdates': 'members.listRatingUpdates-none',
    },
  },
  'match-conflict': {
    description:
      'Stored matches have the same identifiers but other content: submitting and importing answer 409.',
    player: players.mike,
    answers: {
      'matches.submit': 'error-match_conflict',
      'matches.importTournament': 'error-match_conflict',
    },
  },
  'partial-batch': {
    description:
      'A batch sent with partial: true has valid matches, which are rated, and an invalid one.',
    player: players.mike,
    answers: { 'matches.submit': 'matches.submit-partial' },
  },
  'dry-run': {
    description: 'Batches and imports are dry runs: they project changes and store nothing.',
    player: players.mike,
    answers: {
      'matches.submit': 'matches.submit-dry-run',
      'matches.importTournament': 'matches.importTournament-dry-run',
      'members.listRatingUpdates': 'members.listRatingUpdates-none',
    },
  },
  'endpoint-disabled': {
    description:
      'Your webhook receiver answered 410 Gone, so the endpoint is disabled and its deliveries have ' +
      'failed. Updating the endpoint enables it again.',
    player: players.mike,
    answers: {
      'webhooks.getEndpoint': 'webhooks.getEndpoint-disabled',
      'webhooks.listDeliveries': 'webhooks.listDeliveries-failed',
      'webhooks.updateEndpoint': 'webhooks.updateEndpoint-enabled-again',
    },
    everywhere: 'error-endpoint_disabled',
  },
  'empty-lists': {
    description: 'Every list is empty: no players, no changes, and no deliveries.',
    player: players.mike,
    answers: Object.fromEntries(contract.operations().flatMap(emptyAnswer)),
  },
  'last-page': {
    description: 'Every list answers with its last page, whose nextCursor is null.',
    player: players.mike,
    answers: {
      'members.search': 'members.search-last-page',
      'members.listRatingHistory': 'members.listRatingHistory-last-page',
      'members.listMatches': 'members.listMatches-last-page',
      'matches.list': 'matches.list-last-page',
      'leaderboard.list': 'leaderboard.list-last-page',
      'webhooks.listDeliveries': 'webhooks.listDeliveries-last-page',
    },
  },
  'rate-limited': {
    description:
      'The rate limit of this minute is used up: every operation answers 429 with Retry-After.',
    player: players.mike,
    everywhere: 'error-rate_limited',
    answers: { 'oauth.showAuthorization': 'oauth.showAuthorization-rate-limited' },
  },
  'service-failing': {
    description: 'Every operation fails with 500.',
    player: players.mike,
    everywhere: 'error-internal',
    answers: { 'oauth.showAuthorization': 'oauth.showAuthorization-internal' },
  },
  'service-down': {
    description:
      'The service is briefly unavailable: every operation answers 503 with Retry-After.',
    player: players.mike,
    everywhere: 'error-unavailable',
    answers: { 'oauth.showAuthorization': 'oauth.showAuthorization-unavailable' },
  },
};

/** Returns the operation with its example of an empty list, or nothing if it does not return a list. */
function emptyAnswer({ id, responses, pagination }: Operation): [OperationId, ExampleName][] {
  const examples = responses['200']?.content['application/json']?.examples ?? [];
  const empty = examples.find(({ value }) => {
    const entries: unknown = pagination ? Object(value)[pagination.items] : value;
    return Array.isArray(entries) && entries.length === 0;
  });
  return empty ? [[id as OperationId, empty.name as ExampleName]] : [];
}

/**
 * Returns the scenario with this name.
 *
 * @throws RangeError if there is none; the message lists the scenarios.
 */
export function findScenario(name: string): Scenario {
  if (isScenarioName(name)) return scenarios[name];
  const known = Object.keys(scenarios).join(', ');
  throw new RangeError(`There is no scenario ${name}. The scenarios: ${known}.`);
}

function isScenarioName(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name);
}
