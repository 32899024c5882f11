import { answerOnce } from '../actions/answer-once.ts';
import {
  type KEY_SCOPES,
  type ListedKey,
  newKeyRow,
  noKey,
  requirePermittedKey,
  revokePartnerKey,
  storeKey,
} from '../actions/keys.ts';
import { requireApplication, requireLivePartner } from '../actions/partners.ts';
import {
  type AdminHandlers,
  created,
  dateOf,
  type IdsOf,
  idKey,
  readPage,
  viewOf,
} from '../api/handlers.ts';
import { findKey, listKeys } from '../store/applications.ts';

/** The operations about the API keys of partners. */
export const keys: AdminHandlers<IdsOf<'keys'>> = {
  'keys.list': async ({ database }, { path, query }) => {
    const { id } = await requireApplication(database, path.clientId);
    const { rows, nextCursor } = await readPage(
      query,
      idKey('key'),
      async (part) => await listKeys(database, id, part),
      ({ keyId }) => keyId,
    );
    return { status: 200, body: { keys: rows.map(keyView), nextCursor } };
  },

  'keys.create': async (dependencies, { path: { clientId }, body }, { principal, raw }) => {
    const { clock } = dependencies;
    const wanted = { scopes: body.scopes, expiresAt: dateOf(body.expiresAt) ?? null };
    return await answerOnce(dependencies, raw, async (database, now) => {
      const { id } = await requireLivePartner(database, clientId);
      // An operator may create any key.
      if (principal.person !== null) {
        await requirePermittedKey({ database, clock }, { clientId, ...wanted });
      }
      const key = await storeKey(database, newKeyRow(id, { ...wanted, now }), now);
      return created(dependencies, `keys/${key.keyId}`, key);
    });
  },

  'keys.get': async ({ database }, { path: { keyId } }) => {
    const key = await findKey(database, keyId);
    if (key === undefined) throw noKey(keyId);
    return { status: 200, body: keyView(key) };
  },

  'keys.revoke': async (dependencies, { path, query: { endTokens } }) => {
    const ends = { endsTokens: endTokens };
    return { status: 200, body: await revokePartnerKey(dependencies, path.keyId, ends) };
  },
};

function keyView<Key extends ListedKey>(key: Key) {
  return { ...viewOf(key), scopes: key.scopes as (typeof KEY_SCOPES)[number][] };
}
