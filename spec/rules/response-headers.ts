import { needsScopes } from './error-responses.ts';
import { resolved } from './resolved.ts';
import type { Operation, Response, Rule } from './rule.ts';

/** Headers of single statuses, with the RFC that asks for them or the promise of the service. */
const byStatus: Record<string, string[]> = {
  '303': ['Location'],
  '401': ['WWW-Authenticate'],
  '405': ['Allow'],
  '429': ['Retry-After'],
  '503': ['Retry-After'],
};

export const responseHeaders: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const at = context.location.child(['responses', status]);
        const documented = resolved<Response>(context, response, at)?.node.headers ?? {};
        for (const header of expected(operation, status)) {
          if (header in documented) continue;
          context.report({
            message: `The answer carries \`${header}\`: refer to it from \`headers\`, as components/headers/${header}.yaml.`,
            location: at.key(),
          });
        }
      }
    },
  },
});

function expected(operation: Operation, status: string): string[] {
  const limited = (operation.security ?? []).length > 0;
  const replayable = operation['x-idempotent'] === true && status.startsWith('2');
  return [
    'X-Request-Id',
    'Cache-Control',
    'X-Content-Type-Options',
    ...(limited ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(replayable ? ['Idempotency-Replayed'] : []),
    // In RFC 9126, the 201 of a pushed request has no Location. The body contains the request.
    ...(status === '201' && replayable ? ['Location'] : []),
    ...(status === '403' && needsScopes(operation) ? ['WWW-Authenticate'] : []),
    ...(byStatus[status] ?? []),
  ];
}
