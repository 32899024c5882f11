import { ProblemError } from '@partner-rating/server';
import type { MemberRow } from '../database/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller, KeyCaller, TokenCaller } from '../http/caller.ts';
import { noteConnectionUse } from '../http/credentials.ts';
import { findConnections } from '../oauth/store/connections.ts';
import { findMember } from './find-member.ts';

export interface ConnectedMemberRequest {
  caller: Caller;
  /** How the request names the player; a token speaks for its own player where it names none. */
  reference: string | undefined;
  /** What the player must have granted. */
  scope: string;
}

export interface ConnectedMemberAnswer {
  member: MemberRow;
  grantedScopes: string[];
}

/**
 * The one place that decides whose data a caller may read beyond the public card.
 * @throws ProblemError `validation_failed`, `not_found`, `not_connected` or `insufficient_scope`.
 */
export async function findConnectedMember(
  dependencies: Dependencies,
  { caller, reference, scope }: ConnectedMemberRequest,
): Promise<ConnectedMemberAnswer> {
  return caller.kind === 'token'
    ? await findOwnMember(dependencies, caller, reference)
    : await findMemberOfConnection(dependencies, caller, reference, scope);
}

async function findOwnMember(
  { database }: Dependencies,
  caller: TokenCaller,
  reference: string | undefined,
): Promise<ConnectedMemberAnswer> {
  const member = await findMember(database, reference ?? caller.memberId);
  if (member?.id !== caller.memberId) {
    throw new ProblemError('not_connected', {
      detail:
        'An access token reads its own player only. Leave memberId out, ' +
        'or use the token of the player you ask for.',
    });
  }
  return { member, grantedScopes: [...caller.scopes] };
}

async function findMemberOfConnection(
  { database, clock }: Dependencies,
  caller: KeyCaller,
  reference: string | undefined,
  scope: string,
): Promise<ConnectedMemberAnswer> {
  if (reference === undefined) {
    throw new ProblemError('validation_failed', {
      errors: [
        {
          pointer: '/query/memberId',
          code: 'required',
          detail: 'With an API key, name the player: memberId is needed.',
        },
      ],
    });
  }
  const member = await findMember(database, reference);
  if (member === undefined) {
    throw new ProblemError('not_found', { detail: `No member is called ${reference}.` });
  }
  const connections = await findConnections(database, caller.applicationId, [member.id]);
  const connection = connections.get(member.id);
  if (connection === undefined || connection.revokedAt !== null) {
    throw new ProblemError('not_connected');
  }
  if (!connection.scopes.includes(scope)) {
    throw new ProblemError('insufficient_scope', {
      detail: `The player has not granted your application ${scope}. Ask for it in a new authorization request.`,
    });
  }
  await noteConnectionUse(database, connection, clock());
  return { member, grantedScopes: connection.scopes };
}
