import type { Handler } from '@partner-rating/server';
import type { Caller } from '../../platform/http/caller.ts';
import { allScopes, describeScope } from '../domain/scopes.ts';

const scopes = allScopes.map((name) => ({ name, description: describeScope(name) ?? '' }));

export function listScopes(): Handler<'oauth.listScopes', Caller> {
  return () => ({
    status: 200,
    body: { scopes },
  });
}
