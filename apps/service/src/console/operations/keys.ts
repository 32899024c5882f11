import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import {
  createKey,
  type KEY_SCOPES,
  type ListedKey,
  listPartnerKeys,
  refuseScopes,
  revokePartnerKey,
  showKey,
} from '../actions/keys.ts';
import { type AdminHandlers, pageOf, readAfter, timeOf } from '../api/caller.ts';

type KeyScope = (typeof KEY_SCOPES)[number];

type Ids = 'keys.list' | 'keys.create' | 'keys.get' | 'keys.revoke';

/** The operations about the API keys of partners. */
export function keys(dependencies: Dependencies): AdminHandlers<Ids> {
  return {
    'keys.list': async ({ path, query: { limit, cursor } }) => {
      const part = { after: readAfter(cursor), limit: limit + 1 };
      const found = await listPartnerKeys(dependencies, path.clientId, part);
      const { rows, nextCursor } = pageOf(found, limit, ({ keyId }) => keyId);
      return { status: 200, body: { keys: rows.map(viewOf), nextCursor } };
    },

    'keys.create': async ({ path: { clientId }, body }, { principal }) => {
      const { scopes, expiresAt } = body;
      const request = {
        clientId,
        ...(scopes && { scopes }),
        expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
      };
      if (principal.person !== null) await refuseScopes(dependencies, request);
      const { keyId, apiKey } = await createKey(dependencies, request);
      return {
        status: 201,
        headers: { location: `${dependencies.publicUrl}/api/admin/v1/keys/${keyId}` },
        body: { keyId, apiKey },
      };
    },

    'keys.get': async ({ path }) => {
      const { clientId, ...key } = await showKey(dependencies, path.keyId);
      return { status: 200, body: { ...viewOf(key), clientId } };
    },

    'keys.revoke': async ({ path, query: { endTokens } }) => {
      const ends = { endsTokens: endTokens };
      return { status: 200, body: await revokePartnerKey(dependencies, path.keyId, ends) };
    },
  };
}

function viewOf({ createdAt, expiresAt, revokedAt, lastUsedAt, ...key }: ListedKey) {
  return {
    ...key,
    scopes: key.scopes as KeyScope[],
    createdAt: timeOf(createdAt),
    expiresAt: timeOf(expiresAt),
    revokedAt: timeOf(revokedAt),
    lastUsedAt: timeOf(lastUsedAt),
  };
}
