import { createHash } from 'node:crypto';
import {
  type ErrorItemCode,
  type HandlerOf,
  type Principal,
  ProblemError,
} from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type Page, toPageWith } from '../../platform/paging.ts';
import { hashSecret } from '../../platform/secrets/sealing.ts';
import { findLiveToken, recordTokenUse } from '../store/operator-tokens.ts';
import type { OperationTypes } from './operation-types.gen.ts';

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
}

/** A handler for each of these operations. */
export type AdminHandlers<Id extends keyof OperationTypes = keyof OperationTypes> = {
  [One in Id]: HandlerOf<OperationTypes[One], OperatorCaller, Request>;
};

/** Somebody with a role, which includes those below it. */
export function operatorCaller(name: string | null, role: Role): OperatorCaller {
  const roles: Role[] = role === 'admin' ? ['support', 'admin'] : ['support'];
  return { kind: 'token', name, person: null, scopes: new Set(roles) };
}

/** A person of a partner. What they may do depends on the team of the application (`confine.ts`). */
export function partnerCaller(person: PartnerPerson): OperatorCaller {
  return { kind: 'key', name: null, person, scopes: new Set() };
}

// Written at most once a minute: a write at every request would cost more than the request.
const PRECISION_MILLISECONDS = 60_000;

/** Finds out in whose name a token acts; null for a token that is unknown, revoked or expired. */
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
  // A token can do no more than its operator, whose role may have changed since.
  return operatorCaller(found.operator, found.operatorRole === 'support' ? 'support' : found.role);
}

/** The text of an RFC 3339 time; null stays null. */
export function timeOf(time: Date): string;
export function timeOf(time: Date | null): string | null;
export function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

/**
 * Where a page of a list goes on, from a cursor that holds the key of the last entry.
 * @throws ProblemError `validation_failed` for another text.
 */
export function readAfter(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const after = Buffer.from(cursor, 'base64url').toString();
  if (afterCursor(after) === cursor && /^[\x21-\x7e]+$/.test(after)) return after;
  throw new ProblemError('validation_failed', {
    errors: [
      {
        pointer: '/query/cursor',
        code: 'invalid_cursor',
        detail: 'Send nextCursor of the page before, unchanged.',
      },
    ],
  });
}

function afterCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** A page of rows that were found, with a cursor of the key of the last. */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
): Page<Row> {
  return toPageWith(found, limit, (row) => afterCursor(keyOf(row)));
}

/** Refuses a request because of one of its fields, which a JSON pointer names. */
export function refuseField(
  pointer: string,
  detail: string,
  code: ErrorItemCode = 'format',
): ProblemError {
  return new ProblemError('validation_failed', { errors: [{ pointer, code, detail }] });
}

/** The `ETag` of what can be changed of something. */
export function versionOf(setting: object): string {
  const digest = createHash('sha256').update(JSON.stringify(setting)).digest('hex');
  return `"${digest.slice(0, 24)}"`;
}

/**
 * Refuses a change of what is not the version that `If-Match` names; a weak tag names none (RFC 9110 section 13.1.1).
 * @throws ProblemError `changed_meanwhile`
 */
export function requireVersion(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (ifMatch.split(',').some((named) => named.trim() === tag)) return;
  throw new ProblemError('changed_meanwhile');
}
