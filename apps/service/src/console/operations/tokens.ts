import { ProblemError } from '@partner-rating/server';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import { hashSecret, newSecret } from '../../platform/secrets/sealing.ts';
import { actOfOperator } from '../actions/operator-accounts.ts';
import { type AdminHandlers, pageOf, readAfter, refuseField, timeOf } from '../api/caller.ts';
import { findToken, insertToken, listTokens, revokeToken } from '../store/operator-tokens.ts';
import { findOperator } from '../store/operators.ts';

type Ids = 'tokens.list' | 'tokens.create' | 'tokens.get' | 'tokens.revoke';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

const DEFAULT_DAYS = 90;

const PUBLIC_PREFIX_LENGTH = 12;

/** The operations about the tokens with which programs act in the name of an operator. */
export function tokens({ database, clock, publicUrl }: Dependencies): AdminHandlers<Ids> {
  return {
    'tokens.list': async ({ query: { limit, cursor } }) => {
      const found = await listTokens(database, { after: readAfter(cursor), limit: limit + 1 });
      const { rows, nextCursor } = pageOf(found, limit, (token) => token.tokenId);
      return { status: 200, body: { tokens: rows.map(viewOf), nextCursor } };
    },

    'tokens.create': async ({ body: { operator, role, expiresInDays = DEFAULT_DAYS } }) => {
      const now = clock();
      const tokenId = newId('opt');
      const token = newSecret('pro_');
      const expiresAt = new Date(now.getTime() + expiresInDays * DAY_MILLISECONDS);
      const account = await findOperator(database, operator);
      if (role === 'admin' && account?.role === 'support') {
        const detail = `${operator} has the role support, so a token can have no other. Change the role of the account first.`;
        throw refuseField('/role', detail);
      }
      await database.transaction().execute(async (transaction) => {
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
        await recordAudit(transaction, {
          ...actOfOperator(now),
          action: 'operator_token.created',
          details: { tokenId, operator, role, expiresAt },
        });
      });
      return {
        status: 201,
        headers: { location: `${publicUrl}/api/admin/v1/operator-tokens/${tokenId}` },
        body: { tokenId, token, expiresAt: timeOf(expiresAt) },
      };
    },

    'tokens.get': async ({ path: { tokenId } }) => {
      const found = await findToken(database, tokenId);
      if (found === undefined) throw noToken(tokenId);
      return { status: 200, body: viewOf(found) };
    },

    'tokens.revoke': async ({ path: { tokenId } }) => {
      const now = clock();
      await database.transaction().execute(async (transaction) => {
        if (await revokeToken(transaction, tokenId, now)) {
          await recordAudit(transaction, {
            ...actOfOperator(now),
            action: 'operator_token.revoked',
            details: { tokenId },
          });
        } else if ((await findToken(transaction, tokenId)) === undefined) {
          throw noToken(tokenId);
        }
      });
      return { status: 204 };
    },
  };
}

type Token = NonNullable<Awaited<ReturnType<typeof findToken>>>;

function viewOf({ createdAt, expiresAt, revokedAt, lastUsedAt, ...token }: Token) {
  return {
    ...token,
    createdAt: timeOf(createdAt),
    expiresAt: timeOf(expiresAt),
    revokedAt: timeOf(revokedAt),
    lastUsedAt: timeOf(lastUsedAt),
  };
}

function noToken(tokenId: string): ProblemError {
  const detail = `There is no token ${tokenId}. List the tokens to find it.`;
  return new ProblemError('not_found', { detail });
}
