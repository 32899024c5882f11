import type { Handler } from '@partner-rating/server';
import { allScopes, describeScope } from '../../oauth/domain/scopes.ts';
import type { Caller } from '../../platform/http/caller.ts';

const scopes = allScopes.map((name) => ({ name, description: describeScope(name) ?? '' }));

export function listScopes(): Handler<'oauth.listScopes', Caller> {
  return () => ({
    status: 200,
    body: { scopes },
  });
}
