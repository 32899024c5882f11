import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../reply/problem-error.ts';

/** Answers a request that no route takes, or hands its error on. */
export type AnswerUnknown = (
  request: FastifyRequest,
  reply: FastifyReply,
  refuse: (error: ProblemError) => void,
) => void;

/**
 * Makes what answers requests that no route takes: 404, or 405 with `Allow` where the path takes
 * other methods, or those methods to OPTIONS.
 */
export function unknownRoutes(app: FastifyInstance): AnswerUnknown {
  const allowedMethods = collectRoutes(app);
  const answer: AnswerUnknown = (request, reply, refuse) => {
    const answered = answerToUnknown(request, allowedMethods);
    if (answered instanceof ProblemError) refuse(answered);
    else reply.code(204).header('allow', answered.allow).send();
  };
  app.setNotFoundHandler((request, reply) => {
    answer(request, reply, (error) => {
      reply.send(error);
    });
  });
  return answer;
}

/** Finds the methods that a path takes; none where there is nothing at it. */
type AllowedMethods = (path: string) => readonly string[];

/**
 * Remembers every route registered from now on, so that a request with the wrong method can be told
 * which ones there are. Fastify itself answers 404 to those.
 */
function collectRoutes(app: FastifyInstance): AllowedMethods {
  const methodsByUrl = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    // A route for everything, such as one that answers preflight requests, says nothing of a path.
    if (url === '*' || url === '/*') return;
    const known = methodsByUrl.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) known.methods.add(name.toUpperCase());
    methodsByUrl.set(url, known);
  });
  return (path) => {
    const methods = [...methodsByUrl.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((route) => [...route.methods]);
    return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort();
  };
}

// The routes of Fastify that have a regular expression in them are left out: no path fits this.
const nothing = /^(?!)/;

function patternOf(url: string): RegExp {
  if (/[()]/.test(url)) return nothing;
  const source = url
    .replace(/[.+?^${}|[\]\\]/g, '\\$&')
    .replace(/:[^/.-]+/g, '[^/]+')
    .replace(/\*$/, '.*');
  return new RegExp(`^${source}$`);
}

function answerToUnknown(
  request: FastifyRequest,
  allowedMethods: AllowedMethods,
): ProblemError | { allow: string } {
  const [path = ''] = (request.raw.url ?? '').split('?', 1);
  const methods = allowedMethods(path);
  const allow = methods.join(', ');
  if (methods.length === 0) {
    return new ProblemError('not_found', {
      detail: 'There is nothing at this address. Check the path against the reference.',
    });
  }
  if (request.method === 'OPTIONS') return { allow };
  return new ProblemError('method_not_allowed', {
    detail: `This address does not take ${request.method}. Use one of ${allow}.`,
    headers: { allow },
  });
}
