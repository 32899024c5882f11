// The API of operators: routes a request to its handler, after it checked the caller and the role.

import {
  createDocumentHandler,
  type DocumentOptions,
  type Interceptor,
  type Logger,
} from '@partner-rating/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actAs, actAsPerson } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { createIdempotency } from '../platform/http/idempotency.ts';
import { findTokenCaller, type OperatorCaller } from './api/caller.ts';
import type { AdminHandlers, ConsoleDependencies } from './api/handlers.ts';
import type { OperationTypes } from './api/operation-types.gen.ts';
import { document } from './api/operations.gen.ts';
import { withExpiry } from './api/token-expiry.ts';
import { audit } from './operations/audit.ts';
import { confine } from './operations/confine.ts';
import { deliveries } from './operations/deliveries.ts';
import { endpoints } from './operations/endpoints.ts';
import { jobs } from './operations/jobs.ts';
import { keys } from './operations/keys.ts';
import { matches } from './operations/matches.ts';
import { memberAccess } from './operations/member-access.ts';
import { members } from './operations/members.ts';
import { operators } from './operations/operators.ts';
import { overview } from './operations/overview.ts';
import { partners } from './operations/partners.ts';
import { ratings } from './operations/ratings.ts';
import { team } from './operations/team.ts';
import { tokens } from './operations/tokens.ts';

const ADMIN_PATH = '/api/admin/v1';

type Call = Parameters<Interceptor<OperatorCaller, Request>>[0];

type Options = DocumentOptions<OperationTypes, OperatorCaller, Request>;

/** Answers a request to the console, over HTTP or in this process. */
export type AdminHandler = (request: Request) => Promise<Response>;

interface AdminOptions {
  /** Finds the operator in whose name a token acts; in the database by default. */
  findCaller?: (token: string, request: Request) => Promise<OperatorCaller | null>;
  /** Finds the person of a partner whose session it is; no session is accepted by default. */
  findPerson?: (session: string, request: Request) => Promise<OperatorCaller | null>;
  log?: Logger;
  /** Whether no other process has the database open, so that a lost key can be given up. */
  isAlone?: boolean;
}

const handlers: AdminHandlers<keyof OperationTypes> = {
  ...partners,
  ...keys,
  ...team,
  ...endpoints,
  ...matches,
  ...ratings,
  ...jobs,
  ...overview,
  ...deliveries,
  ...members,
  ...memberAccess,
  ...operators,
  ...audit,
  ...tokens,
};

function handlersWith(dependencies: ConsoleDependencies): Options['handlers'] {
  const bound = Object.entries(handlers).map(([id, handle]) => [
    id,
    async (...call: unknown[]) =>
      await (handle as (...all: unknown[]) => unknown)(dependencies, ...call),
  ]);
  return Object.fromEntries(bound);
}

/** Creates the handler of the document. */
export function createAdminHandler(
  dependencies: Dependencies,
  {
    findCaller = async (token) => await findTokenCaller(dependencies, token),
    findPerson,
    log,
    isAlone = false,
  }: AdminOptions = {},
): AdminHandler {
  const idempotent = createIdempotency<OperatorCaller, Request>(dependencies, ownerOf);
  const intercept: Interceptor<OperatorCaller, Request> = async (call, next) => {
    const { principal } = call.context;
    await confine(dependencies, call);
    const run = async () =>
      withExpiry(
        await idempotent(withoutPassword(call), next),
        principal?.expiresAt ?? null,
        dependencies.clock(),
      );
    const person = principal?.person ?? null;
    return person === null
      ? await actAs(principal?.name ?? null, run)
      : await actAsPerson(person.accountId, run);
  };
  const options: Options = {
    document,
    prefix: ADMIN_PATH,
    problemTypeBase: `${dependencies.publicUrl}/docs/errors/`,
    handlers: handlersWith({ ...dependencies, isAlone, log }),
    authenticate: {
      OperatorToken: findCaller,
      ...(findPerson !== undefined && { PartnerSession: findPerson }),
    },
    intercept,
    validateResponses: dependencies.configuration.validateResponses,
    ...(log !== undefined && { log }),
  };
  return createDocumentHandler<OperationTypes, OperatorCaller>(options);
}

/** Creates a function that answers requests in this process, where the caller is known already. */
export function createCallerHandler(
  dependencies: Dependencies,
  options: Pick<AdminOptions, 'log' | 'isAlone'> = {},
): (caller: OperatorCaller, request: Request) => Promise<Response> {
  const callers = new WeakMap<Request, OperatorCaller>();
  const find = async (_: string, request: Request) => callers.get(request) ?? null;
  const who = { findCaller: find, findPerson: find };
  const handle = createAdminHandler(dependencies, { ...options, ...who });
  return async (caller, request) => {
    callers.set(request, caller);
    // The operations expect a credential.
    const header = caller.person === null ? 'authorization' : 'x-partner-session';
    request.headers.set(header, 'Bearer in-process');
    return await handle(request);
  };
}

// The idempotency hash of the request is fast to compute, so it would help somebody who guesses a password.
function withoutPassword(call: Call): Call {
  const { body } = call.request;
  if (typeof body !== 'object' || body === null || !('password' in body)) return call;
  const { password: _, ...others } = body;
  return { ...call, request: { ...call.request, body: others } };
}

// The ids of applications have another prefix.
function ownerOf({ name, person }: OperatorCaller): string {
  if (person !== null) return `account ${person.accountId}`;
  return name === null ? 'operator' : `operator ${name}`;
}

const MAX_BODY_BYTES = 1_048_576;

/** Serves the operations of operators below `/api/admin/v1`. */
export async function serveAdmin(
  app: FastifyInstance,
  dependencies: Dependencies,
  options: AdminOptions = {},
): Promise<void> {
  const handle = createAdminHandler(dependencies, { log: app.log, ...options });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_, body, done) => done(null, body),
    );
    const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const url = `${ADMIN_PATH}/*`;
    scope.route({
      method,
      url,
      handler: async (request, reply) => {
        const response = await handle(requestOf(dependencies, request));
        reply.code(response.status);
        for (const [name, value] of response.headers) reply.header(name, value);
        return reply.send(Buffer.from(await response.arrayBuffer()));
      },
    });
  });
}

function requestOf(
  { publicUrl }: Dependencies,
  { method, url, headers, body }: FastifyRequest,
): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) sent.set(name, String(value));
  }
  const hasBody = body instanceof Uint8Array && method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, publicUrl), {
    method,
    headers: sent,
    ...(hasBody && { body: Uint8Array.from(body) }),
  });
}
