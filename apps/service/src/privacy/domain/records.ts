// Converts stored rows into the parts of a member's data export.

import { type ParametersOf, reliabilityAfterAbsence } from '@partner-rating/ratings';
import type { findSecondFactor } from '../../connect/login/store/second-factors.ts';
import { winnerOf } from '../../matches/domain/effective-match.ts';
import { sharedAddress } from '../../members/domain/names.ts';
import type { AuditAction } from '../../platform/audit/store/audit.ts';
import type {
  AuditRecord,
  EventRecord,
  findAccountRecord,
  findBrowserRecords,
  findConnectionRecords,
  findMailRecords,
  findPerson,
  findRatingRecords,
  findSessionRecords,
  findSharedPageRecord,
} from '../store/exported-person.ts';
import type { PlayedMatch } from '../store/played-matches.ts';
import type {
  ExportedAccount,
  ExportedApplication,
  ExportedAuditEntry,
  ExportedBrowser,
  ExportedConnection,
  ExportedEvent,
  ExportedGhost,
  ExportedMatch,
  ExportedProfile,
  ExportedRating,
  MemberExport,
} from './member-export.ts';

export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

type Row<Find extends (...arguments_: never[]) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<Find>
>[number];

export function exportedProfile({ own, ghosts, reported }: Person): ExportedProfile {
  return {
    ...exportedGhost(own),
    displayName: own.display_name,
    email: own.email,
    birthDate: own.birth_date,
    zip: own.zip,
    country: own.country,
    isVairified: own.is_vairified,
    isWheelchair: own.is_wheelchair,
    isGhost: own.is_ghost,
    isDiscoverable: own.is_discoverable,
    claimedGhosts: ghosts.map(exportedGhost),
    reportedGhosts: reported.map(exportedGhost),
  };
}

function exportedGhost(row: Person['own']): ExportedGhost {
  return {
    id: row.id,
    memberId: row.member_number,
    firstName: row.first_name,
    lastName: row.last_name,
    birthYear: row.birth_year,
    gender: row.gender,
    city: row.city,
    state: row.state,
    createdAt: row.created_at.toISOString(),
  };
}

export function exportedAccount(
  account: NonNullable<Awaited<ReturnType<typeof findAccountRecord>>>,
  secondFactor: Awaited<ReturnType<typeof findSecondFactor>>,
  mails: readonly Row<typeof findMailRecords>[],
  sessions: readonly Row<typeof findSessionRecords>[],
): ExportedAccount {
  return {
    createdAt: account.created_at.toISOString(),
    passwordChangedAt: account.password_changed_at.toISOString(),
    emailProvenAt: account.email_proven_at?.toISOString() ?? null,
    secondFactor: secondFactor && {
      enabledAt: secondFactor.enabledAt.toISOString(),
      recoveryCodesLeft: secondFactor.recoveryCodes,
    },
    mails: mails.map(({ kind, is_wanted, queued_at }) => ({
      ...{ kind, isWanted: is_wanted, lastSentAt: queued_at?.toISOString() ?? null },
    })),
    sessions: sessions.map((session) => ({
      loggedInAt: session.created_at.toISOString(),
      lastUsedAt: session.last_used_at.toISOString(),
      expiresAt: session.expires_at.toISOString(),
      userAgent: session.user_agent,
    })),
  };
}

export function exportedBrowser(row: Row<typeof findBrowserRecords>): ExportedBrowser {
  return {
    firstLoggedInAt: row.created_at.toISOString(),
    rememberedUntil: row.expires_at.toISOString(),
  };
}

export function exportedSharedPage(
  page: Awaited<ReturnType<typeof findSharedPageRecord>>,
  publicUrl: string,
): MemberExport['sharedPage'] {
  if (page === undefined) return null;
  return {
    address: sharedAddress(publicUrl, page.address),
    sharedAt: page.created_at.toISOString(),
    items: page.items,
    isListed: page.is_listed,
  };
}

export function exportedConnection(row: Row<typeof findConnectionRecords>): ExportedConnection {
  return {
    application: { clientId: row.client_id, name: row.name },
    scopes: row.scopes,
    connectedAt: row.created_at.toISOString(),
    changedAt: row.updated_at.toISOString(),
    endedAt: row.revoked_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

export function exportedRating(
  { sport, bracket, rating: R, reliability, games, ...row }: Row<typeof findRatingRecords>,
  { now, parametersOf }: { now: Date; parametersOf: ParametersOf },
): ExportedRating {
  const lastPlayed = row.last_played_at?.getTime() ?? null;
  const absence = { sport, lastPlayed, at: now.getTime() };
  return {
    sport,
    bracket,
    R,
    reliability: reliabilityAfterAbsence(reliability, absence, parametersOf),
    games,
    lastPlayedAt: row.last_played_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
  };
}

export function exportedMatch(match: PlayedMatch): ExportedMatch {
  return {
    id: match.id,
    reportedBy: { clientId: match.clientId, name: match.applicationName },
    reportedAt: match.createdAt.toISOString(),
    sport: match.sport,
    playedAt: match.matchDate.toISOString(),
    brackets: match.brackets,
    teams: match.teams,
    outcome: match.outcome,
    winner: winnerOf(match),
    games: match.games,
    event: match.event,
    location: match.location,
    status: statusOf(match),
    responses: match.responses.map(({ createdAt, upheldAt, ...answer }) => ({
      ...answer,
      respondedAt: new Date(createdAt).toISOString(),
      ...(upheldAt !== undefined && { upheldAt: new Date(upheldAt).toISOString() }),
    })),
  };
}

function statusOf({ uncounted, isConfirmed }: PlayedMatch): ExportedMatch['status'] {
  if (uncounted !== null) return uncounted === 'repeated' ? 'duplicate' : uncounted;
  return isConfirmed ? 'confirmed' : 'unconfirmed';
}

export function exportedAuditEntry(row: AuditRecord): ExportedAuditEntry {
  return {
    occurredAt: row.occurred_at.toISOString(),
    actor: row.actor,
    action: row.action,
    application: applicationOf(row),
    details: shownDetails(row),
  };
}

export function exportedEvent(row: EventRecord): ExportedEvent {
  return {
    type: row.event_type,
    application: { clientId: row.client_id, name: row.name },
    createdAt: row.created_at.toISOString(),
    status: row.status,
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}

function applicationOf({
  client_id: clientId,
  name,
}: {
  client_id: string | null;
  name: string | null;
}): ExportedApplication | null {
  return clientId === null || name === null ? null : { clientId, name };
}

// Listed one by one, so that a new kind of note stays with the operator until it is added here. The reason of a lock must
// never be added, because operators are promised that the player does not see it.
const OF_OPERATOR: Partial<Record<AuditAction, readonly string[]>> = {
  'account.locked': ['endedTokens'],
  'account.reset': ['withSecondFactor', 'endedTokens'],
  'delivery.redelivered': ['deliveryId'],
  'discovery.changed': ['isDiscoverable'],
  'link.created': ['purpose'],
  'member.edited': ['changed'],
  'member.merged': ['ghostId'],
};

/** Returns the details of an audit entry that a player may see. */
function shownDetails({
  actor,
  action,
  details,
}: Pick<AuditRecord, 'actor' | 'action' | 'details'>): Record<string, unknown> | null {
  if (actor !== 'operator' || details === null) return details;
  const names = new Set(OF_OPERATOR[action as AuditAction]);
  const shown = Object.entries(details).filter(([name]) => names.has(name));
  return shown.length === 0 ? null : Object.fromEntries(shown);
}
