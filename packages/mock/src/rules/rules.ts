import type { OperationId } from '@partner-rating/client';
import { type ErrorItem, type Principal, ProblemError, type Schemas } from '@partner-rating/server';
import type { Operation } from '../contract.ts';
import { requireClient } from './client.ts';
import { batchErrors, matchErrors } from './match-form.ts';
import { requirePushed } from './pushed-request.ts';
import { boardErrors, type Fields, periodErrors, rankErrors, sportErrors } from './query-errors.ts';
import { searchErrors } from './search-errors.ts';

/** A request that matches the schemas of the contract. */
export interface RuledRequest {
  query: Fields;
  body: unknown;
}

type Rule = (request: RuledRequest, isByKey: boolean) => ErrorItem[];

const ofPlayer: Rule = ({ query }, isByKey) => {
  if (!isByKey || query.memberId !== undefined) return [];
  const detail = 'With an API key, name the player: memberId is needed.';
  return [{ pointer: '/query/memberId', code: 'required', detail }];
};

const ofBatch: Rule = ({ body }) => batchErrors(body as Schemas.MatchBatch);

/** The errors of requests that match the schemas, if the request alone shows the error. */
const rules: { readonly [Id in OperationId]?: Rule } = {
  'members.get': ofPlayer,
  'members.listRatingHistory': ofPlayer,
  'members.listMatches': (request, isByKey) => [
    ...ofPlayer(request, isByKey),
    ...periodErrors(request.query),
  ],
  'members.search': ({ query }) => searchErrors(query),
  'leaderboard.list': ({ query }) => boardErrors(query, '/query'),
  'leaderboard.rank': ({ body }) => rankErrors(body as Fields),
  'matches.list': ({ query }) => periodErrors(query),
  'matches.submit': ofBatch,
  'matches.importTournament': ofBatch,
  'matches.replace': ({ body }) => matchErrors(body as Schemas.MatchReplacementInput),
};

/**
 * Refuses a request that breaks a rule of its operation, like the service.
 *
 * @throws {ProblemError} `validation_failed`
 * @throws {OAuthError} unless the application authenticates exactly once, or for an invalid pushed request.
 */
export function requireRules(
  operation: Operation,
  request: RuledRequest,
  principal: Principal | null,
): void {
  requireClient(operation, request.body, principal);
  if (operation.id === 'oauth.pushAuthorization') requirePushed(request.body);
  const unknownSports = sportErrors(operation, request);
  const errors =
    unknownSports.length > 0
      ? unknownSports
      : (rules[operation.id as OperationId]?.(request, principal?.kind === 'key') ?? []);
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
}
