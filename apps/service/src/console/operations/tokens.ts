import { newId } from '../../platform/database/identifiers.ts';
import { hashSecret, newSecret } from '../../platform/secrets/sealing.ts';
import { answerOnce } from '../actions/answer-once.ts';
import { inTransaction, recordAct } from '../actions/audited.ts';
import {
  type AdminHandlers,
  created,
  type IdsOf,
  idKey,
  notFound,
  readPage,
  refuseField,
  viewOf,
} from '../api/handlers.ts';
import { findToken, insertToken, listTokens, revokeToken } from '../store/operator-tokens.ts';
import { findOperator } from '../store/operators.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

const DEFAULT_DAYS = 90;

const PUBLIC_PREFIX_LENGTH = 12;

/** The operations about the tokens with which programs act in the name of an operator. */
export const tokens: AdminHandlers<IdsOf<'tokens'>> = {
  'tokens.list': async ({ database }, { query }) => {
    const { rows, nextCursor } = await readPage(
      query,
      idKey('opt'),
      async (part) => await listTokens(database, part),
      ({ tokenId }) => tokenId,
    );
    return { status: 200, body: { tokens: rows.map(viewOf), nextCursor } };
  },

  'tokens.create': async (dependencies, { body }, { raw }) => {
    const { operator, role, expiresInDays = DEFAULT_DAYS } = body;
    const tokenId = newId('opt');
    const token = newSecret('pro_');
    return await answerOnce(dependencies, raw, async (transaction, now) => {
      const account = await findOperator(transaction, operator);
      if (role === 'admin' && account?.role === 'support') {
        const detail = `${operator} has the role support, so a token can have no other. Change the role of the account first.`;
        throw refuseField('/role', detail);
      }
      const expiresAt = new Date(now.getTime() + expiresInDays * DAY_MILLISECONDS);
      await insertToken(transaction, {
        id: tokenId,
        operator,
        role,
        prefix: token.slice(0, PUBLIC_PREFIX_LENGTH),
        secret_hash: hashSecret(token),
        created_at: now,
        expires_at: expiresAt,
        revoked_at: null,
        last_used_at: null,
      });
      const details = { tokenId, operator, role, expiresAt };
      await recordAct(transaction, now, 'operator_token.created', { details });
      const answer = viewOf({ tokenId, token, expiresAt });
      return created(dependencies, `operator-tokens/${tokenId}`, answer);
    });
  },

  'tokens.get': async ({ database }, { path: { tokenId } }) => {
    const found = await findToken(database, tokenId);
    if (found === undefined) throw noToken(tokenId);
    return { status: 200, body: viewOf(found) };
  },

  'tokens.revoke': async (dependencies, { path: { tokenId } }) => {
    await inTransaction(dependencies, async (transaction, now) => {
      if (await revokeToken(transaction, tokenId, now)) {
        await recordAct(transaction, now, 'operator_token.revoked', { details: { tokenId } });
      } else if ((await findToken(transaction, tokenId)) === undefined) throw noToken(tokenId);
    });
    return { status: 204 };
  },
};

function noToken(tokenId: string) {
  return notFound(`There is no token ${tokenId}. List the tokens to find it.`);
}
