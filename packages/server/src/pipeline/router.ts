import { ProblemError } from '../reply/problem-error.ts';
import type { Operation } from '../schema/operation-table.ts';
import { parameterTooLong } from './no-route.ts';

// The limit of Fastify, so that every adapter refuses the same paths.
const MAX_PARAMETER_LENGTH = 100;

/** The target of each method of a path, and the decoded parameters of the path. */
export interface FoundPath<Target> {
  byMethod: ReadonlyMap<string, Target>;
  params: { readonly [name: string]: string };
}

interface Route<Target> extends FoundPath<Target> {
  /** A parameter's name begins with a colon. */
  segments: readonly string[];
  byMethod: Map<string, Target>;
}

/**
 * Creates a function that finds the targets of a path, as it was sent. HEAD has the target of GET.
 *
 * @throws {ProblemError} from that function: `validation_failed` if the path is not percent-encoded
 * UTF-8, or a parameter is longer than any identifier.
 */
export function router<Target extends { operation: Operation }>(
  targets: readonly Target[],
  prefix: string,
): (path: string) => FoundPath<Target> | undefined {
  const routes = new Map<string, Route<Target>>();
  for (const target of targets) {
    const { method, route } = target.operation;
    const path = `${prefix}${route}`;
    const { byMethod } = routes.get(path) ?? createRoute(routes, path);
    byMethod.set(method, target);
    if (method === 'GET') byMethod.set('HEAD', target);
  }
  const all = [...routes.values()];
  const withParameters = all.filter(({ segments }) => segments.some(isParameter));
  return (path) => {
    // A requested path can equal a pattern with a parameter only if it contains the colon and the name.
    const fixed = routes.get(path);
    if (fixed !== undefined && !withParameters.includes(fixed)) return fixed;
    const isEncoded = path.includes('%');
    const segments = isEncoded ? decodedSegments(path) : path.split('/');
    for (const { segments: pattern, byMethod } of isEncoded ? all : withParameters) {
      const params = match(pattern, segments);
      if (params !== undefined) return { byMethod, params };
    }
    return undefined;
  };
}

function createRoute<Target>(routes: Map<string, Route<Target>>, path: string): Route<Target> {
  const route = { segments: path.split('/'), byMethod: new Map<string, Target>(), params: {} };
  routes.set(path, route);
  return route;
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':');
}

function decodedSegments(path: string): string[] {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch (cause) {
    const detail =
      'The path of the address is not percent-encoded UTF-8. Encode it, for example é as %C3%A9.';
    throw new ProblemError('validation_failed', { detail, cause });
  }
}

function match(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (!isParameter(expected)) {
      if (segment !== expected) return undefined;
    } else if (segment === '') return undefined;
    else params[expected.slice(1)] = segment;
  }
  if (Object.values(params).some(({ length }) => length > MAX_PARAMETER_LENGTH)) {
    throw parameterTooLong();
  }
  return params;
}
