import { resolved } from './resolved.ts';
import type { Operation, Parameter, Rule } from './rule.ts';

/** OAuth has its own rules for repeats: a code works once, and a refresh token rotates. */
const oauthPath = /^\/partner\/oauth\//;

export const idempotentOperations: Rule = () => ({
  Paths: {
    PathItem(pathItem, context) {
      const path = String(context.key);
      for (const method of ['get', 'put', 'post', 'delete', 'patch'] as const) {
        const operation: Operation | undefined = pathItem[method];
        if (operation === undefined) continue;
        const location = context.location.child(method);
        const honoursKey = operation['x-idempotent'] === true;
        const isRead = operation['x-safe'] === true;
        const shouldHonourKey = method === 'post' && !isRead && !oauthPath.test(path);
        const takesKey = (operation.parameters ?? []).some(
          (parameter) =>
            resolved<Parameter>(context, parameter, location)?.node.name === 'Idempotency-Key',
        );
        if (operation['x-safe'] !== undefined && method !== 'post') {
          context.report({
            message: 'Only a POST may need `x-safe`: leave it out, the method says it.',
            location: location.key(),
          });
        }
        const marked = ['x-idempotent', 'x-safe'].some((mark) => mark in operation);
        if (operation['x-repeatable'] !== undefined && (method !== 'post' || marked)) {
          context.report({
            message:
              'Only a POST without a key may need `x-repeatable`: any other is repeated anyway.',
            location: location.key(),
          });
        }
        if (honoursKey !== shouldHonourKey) {
          context.report({
            message: shouldHonourKey
              ? 'A POST outside OAuth that writes can be repeated safely: add `x-idempotent: true`.'
              : 'Only a POST outside OAuth that writes honours an idempotency key: leave `x-idempotent` out.',
            location: location.key(),
          });
        }
        if (honoursKey !== takesKey) {
          context.report({
            message: honoursKey
              ? 'An operation with `x-idempotent: true` takes the header parameter components/parameters/IdempotencyKey.yaml.'
              : 'An operation without `x-idempotent: true` does not take `Idempotency-Key`.',
            location: location.key(),
          });
        }
      }
    },
  },
});
