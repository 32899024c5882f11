import type { Principal } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { hashSecret } from '../../platform/secrets/sealing.ts';
import { findLiveToken, recordTokenUse } from '../store/operator-tokens.ts';

type Role = 'support' | 'admin';

/** Somebody who works for a partner and is logged in to the console. */
export interface PartnerPerson {
  accountId: string;
  name: string;
  email: string;
}

/** Who calls an operation: an operator, or a person of a partner. */
export interface OperatorCaller extends Principal {
  /** The name of the operator in the audit; null for a command on the machine itself. */
  name: string | null;
  /** Null for an operator. */
  person: PartnerPerson | null;
  /** When the token of an operator expires; null without a token. */
  expiresAt: Date | null;
}

/** Returns an operator with a role. The role `admin` includes `support`. */
export function operatorCaller(
  name: string | null,
  role: Role,
  expiresAt: Date | null = null,
): OperatorCaller {
  const roles: Role[] = role === 'admin' ? ['support', 'admin'] : ['support'];
  return { kind: 'token', name, person: null, expiresAt, scopes: new Set(roles) };
}

/** Returns a person of a partner. Their role in the team of the application decides what they may do (`confine.ts`). */
export function partnerCaller(person: PartnerPerson): OperatorCaller {
  return { kind: 'key', name: null, person, expiresAt: null, scopes: new Set() };
}

// At most once a minute: a write for each request would cost more than the request.
const PRECISION_MILLISECONDS = 60_000;

/** Finds the operator of a token; null if the token is unknown, revoked, or expired. */
export async function findTokenCaller(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string,
): Promise<OperatorCaller | null> {
  const now = clock();
  const found = await findLiveToken(database, hashSecret(token), now);
  if (found === undefined) return null;
  const usedBefore = found.lastUsedAt?.getTime() ?? 0;
  if (now.getTime() - usedBefore >= PRECISION_MILLISECONDS) {
    await recordTokenUse(database, found.tokenId, now);
  }
  // A token never exceeds the role of its operator, which may have changed.
  const role = found.operatorRole === 'support' ? 'support' : found.role;
  return operatorCaller(found.operator, role, found.expiresAt);
}
