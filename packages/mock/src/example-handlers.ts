import type { IncomingMessage } from 'node:http';
import type { AnyReply, Handlers, OperationContext, Principal } from '@partner-rating/server';
import { type Choice, chosenAnswer } from './answers/chosen-answer.ts';
import { echoed, type Fields } from './answers/echoes.ts';
import { exampleReply } from './answers/example-reply.ts';
import { limitedPage } from './answers/page.ts';
import type { Authorizations } from './connect/authorizations.ts';
import {
  pushedAuthorization,
  shownAuthorization,
  startedAuthorization,
} from './connect/connect-handlers.ts';
import { grantedTokens, profileFor } from './connect/granted-scopes.ts';
import type { RawQuery } from './connect/requested-authorization.ts';
import { contract, type Operation } from './contract.ts';
import { requireRules } from './rules/rules.ts';

/** The values that the answers depend on, besides the request. */
export interface Setting {
  /** The default scenario. */
  scenario: string;
  /** The address before the code in a problem's `type`. */
  problemTypeBase: string;
  /** The base address of the API, which is also the issuer of codes (RFC 9207). */
  issuer: string;
  authorizations: Authorizations;
}

/** A request that the stubs validated. */
interface ValidRequest {
  path: Fields;
  query: Fields;
  headers: Fields;
  contentType: string | undefined;
  body: unknown;
}

type Context = OperationContext<Principal | null, IncomingMessage>;

/** Creates a handler for every operation, which returns the chosen example with values of the request. */
export function exampleHandlers(setting: Setting): Handlers<Principal, IncomingMessage> {
  const handlers = contract
    .operations()
    .map((operation) => [operation.id, exampleHandler(operation, setting)]);
  return Object.fromEntries(handlers);
}

function exampleHandler(operation: Operation, setting: Setting) {
  return (request: ValidRequest, { raw, requestId, principal }: Context): AnyReply => {
    const { scenario, problemTypeBase } = setting;
    const choosing = { ...request, headers: raw.headers, principal };
    const choice = chosenAnswer(operation, choosing, scenario);
    if (operation.id === 'oauth.showAuthorization' && choice.status === '200') {
      if (choice.by !== 'prefer') {
        return shownAuthorization(
          request.query as RawQuery,
          setting.authorizations,
          setting.issuer,
        );
      }
    }
    // An answer that `Prefer` names, or an error of the scenario, skips the rules.
    if (choice.by !== 'prefer' && choice.status < '300') {
      requireRules(operation, request, principal);
    }
    const reply = exampleReply(operation, choice, { problemTypeBase, requestId, principal });
    if (reply.body === undefined || reply.status >= 300) return reply;
    return { ...reply, body: ownBody(operation, choice, reply.body, choosing, setting) };
  };
}

/** Returns the body of a success, with values of the request and of the mock. */
function ownBody(
  operation: Operation,
  { by }: Choice,
  body: unknown,
  request: ValidRequest & Pick<IncomingMessage, 'headers'>,
  { authorizations, issuer }: Setting,
): unknown {
  if (operation.id === 'oauth.authorize') {
    return startedAuthorization(body as object, request.body, authorizations, issuer);
  }
  if (operation.id === 'oauth.pushAuthorization') {
    return pushedAuthorization(body as object, request.body, authorizations);
  }
  if (by === 'prefer') return body;
  const isExchange = operation.id === 'oauth.exchangeToken' || operation.id === 'oauth.refresh';
  if (isExchange) return by === 'default' ? grantedTokens(body, request.body) : body;
  if (operation.id === 'members.get' && by === 'default') {
    return profileFor(request.headers.authorization, body);
  }
  const own = by === 'default' ? echoed(operation.id, body, request) : body;
  return limitedPage(operation, own, request.query);
}
