import { ProblemError, type Schemas } from '@partner-rating/server';
import { createBatchLoader } from '../platform/concurrency/batch-loader.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Database, MemberRow } from '../platform/database/schema.ts';
import {
  type Caller,
  isStale,
  noteConnectionUse,
  scopeChallenge,
} from '../platform/http/caller.ts';
import { toDay } from '../ratings/domain/player.ts';
import { findLiveConnections, findPlayers } from '../ratings/store/players.ts';
import { splitReferences } from './domain/names.ts';
import { isKnown } from './domain/visibility.ts';
import { type CardQuestion, findCards } from './store/cards.ts';
import { findMemberViews, type MemberView, type ViewQuestion } from './store/member-views.ts';
import { findMembers } from './store/members.ts';

interface ConnectedMemberRequest {
  caller: Caller;
  /** How the request names the player. A request with a token may omit the name: it is then for the token's player. */
  reference: string | undefined;
  /** The scope that the player must have granted. */
  scope: string;
  /** Whether to return the public card if the player is not connected. */
  orCard?: boolean;
  /** The sports whose ratings to return. Null for all. */
  sports: readonly string[] | null;
}

interface ConnectedMember {
  id: string;
  /** The `Member` as far as the caller may see it, as JSON text. */
  json: string;
}

/** @throws ProblemError `validation_failed`, `not_found`, `not_connected` or `insufficient_scope`. */
type ReadConnectedMember = (request: ConnectedMemberRequest) => Promise<ConnectedMember>;

/** Creates the function that decides whose data a caller may read in addition to the public card. */
export function createReadConnectedMember({ database, clock }: Dependencies): ReadConnectedMember {
  const findView = createBatchLoader((questions: readonly ViewQuestion[]) =>
    findMemberViews(database, questions),
  );

  return async ({ caller, reference, scope, orCard = false, sports }) => {
    const now = clock();
    const ownId = caller.kind === 'token' ? caller.memberId : null;
    const view = await findView({
      reference: reference ?? ownId ?? refuseNobody(),
      applicationId: caller.applicationId,
      tokenScopes: caller.kind === 'token' ? [...caller.scopes] : null,
      sports,
      today: toDay(now),
      now,
    });
    if (caller.kind === 'token') return admitToken(view, caller.memberId);
    if (view === undefined || !view.isKnown) throw unknownMember(reference);
    if (orCard && !isLive(view)) return view;
    const { connectionId } = admitKey(view, scope);
    if (isStale(view.lastUsedAt, now)) noteConnectionUse(database, [connectionId], now);
    return view;
  };
}

function refuseNobody(): never {
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

function admitToken(view: MemberView | undefined, ownId: string): MemberView {
  if (view?.id === ownId) return view;
  throw new ProblemError('not_connected', {
    detail:
      'An access token reads only its own player. Leave memberId out, ' +
      'or use the token of the player you ask for.',
  });
}

/** Returns the error for a member who is hidden from the caller. It is the same as for an unknown id. */
export function unknownMember(reference: string | undefined): ProblemError {
  return new ProblemError('not_found', { detail: `There is no member ${reference}.` });
}

type ConnectedView = MemberView & { connectionId: string };

function isLive(view: MemberView): view is ConnectedView {
  return view.connectionId !== null && view.revokedAt === null;
}

function admitKey(view: MemberView, scope: string): ConnectedView {
  if (!isLive(view)) throw new ProblemError('not_connected');
  if (!view.scopes?.includes(scope)) {
    throw new ProblemError('insufficient_scope', {
      detail: `The player has not granted your application ${scope}. Ask for it in a new authorization request.`,
      headers: { 'www-authenticate': scopeChallenge(scope) },
    });
  }
  return view;
}

/** Returns whether an application may know that the member exists. */
export async function isKnownTo(
  database: Database,
  applicationId: string,
  { id }: Pick<MemberRow, 'id'>,
): Promise<boolean> {
  const [player] = await findPlayers(database, { applicationId, ids: [id], numbers: [] });
  const connections = await findLiveConnections(database, [id]);
  const own = connections.find((connection) => connection.application_id === applicationId);
  return isKnown({
    granted: own?.scopes ?? null,
    isDiscoverable: player?.is_discoverable ?? false,
    isOwnGhost: player?.is_own_ghost ?? false,
  });
}

/** Returns the member by a `mem_…` id or a member number. */
export async function findMember(
  database: Database,
  reference: string,
): Promise<MemberRow | undefined> {
  const [member] = await findMembers(database, splitReferences([reference]));
  return member;
}

/**
 * Returns the public cards of members, by id: what every key with the scope may see. It leaves out hidden members who are
 * not connected, and ghosts (members without an account) that were merged into a member.
 */
export async function readCards(
  database: Database,
  question: CardQuestion,
): Promise<Map<string, Schemas.Member>> {
  const cards = await findCards(database, question);
  return new Map(cards.map(({ id, json }) => [id, JSON.parse(json) as Schemas.Member]));
}
