import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed, unknownAddress } from '../pipeline/no-route.ts';
import type { ProblemError } from '../reply/problem-error.ts';
import { pathOf } from '../request/request-head.ts';

/** Responds to a request that matches no route, or passes on its error. */
export type NotFoundHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  fail: (error: ProblemError) => void,
) => void;

/**
 * Registers the handler of requests that match no route. It sends 404, or, if the path has other methods, 405 with
 * `Allow`, or those methods for OPTIONS.
 */
export function registerNotFoundHandler(app: FastifyInstance): NotFoundHandler {
  const allowedMethods = collectRoutes(app);
  const handle: NotFoundHandler = (request, reply, fail) => {
    const path = pathOf(request.raw);
    const methods = allowedMethods(path);
    if (methods.length === 0) fail(unknownAddress(path));
    else if (request.method === 'OPTIONS')
      reply.code(204).header('allow', methods.join(', ')).send();
    else fail(methodNotAllowed(request.method, methods));
  };
  app.setNotFoundHandler((request, reply) => {
    handle(request, reply, (error) => {
      reply.send(error);
    });
  });
  return handle;
}

/** Returns the methods of a path; none if no route matches the path. */
type AllowedMethods = (path: string) => readonly string[];

/**
 * Records every route registered from now on, so that a 405 can list the methods of the path. Fastify
 * itself sends 404 for a wrong method.
 */
function collectRoutes(app: FastifyInstance): AllowedMethods {
  const methodsByUrl = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    // A wildcard route, such as a route for preflight requests, does not show the methods of a path.
    if (url === '*' || url === '/*') return;
    const known = methodsByUrl.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) known.methods.add(name.toUpperCase());
    methodsByUrl.set(url, known);
  });
  return (path) => {
    const fixed = methodsByUrl.get(path);
    const found = fixed
      ? [fixed]
      : [...methodsByUrl.values()].filter(({ pattern }) => pattern.test(path));
    const methods = found.flatMap((route) => [...route.methods]);
    return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort();
  };
}

// For routes that contain a regular expression: their paths get 404 instead of 405.
const matchesNothing = /^(?!)/;

function patternOf(url: string): RegExp {
  if (/[()]/.test(url)) return matchesNothing;
  const source = url
    .replace(/[.+?^${}|[\]\\]/g, '\\$&')
    .replace(/:[^/.-]+/g, '[^/]+')
    .replace(/\*$/, '.*');
  return new RegExp(`^${source}$`);
}
