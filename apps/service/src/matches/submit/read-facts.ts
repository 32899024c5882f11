// Reads everything that a batch needs from the database before it is judged.

import { isKnown } from '../../members/domain/visibility.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import {
  findAliases,
  findLiveConnections,
  findPlayers,
  type LiveConnection,
  lockPlayers,
  type PlayerRow,
} from '../../ratings/store/players.ts';
import type { RatingLock } from '../batch-transaction.ts';
import type { EffectiveMatch } from '../domain/effective-match.ts';
import { fingerprintsOf } from '../domain/identity.ts';
import type { BatchFacts } from '../domain/judge-batch.ts';
import { byReference, referencesOf, unmatched } from '../domain/players.ts';
import { findStoredMatches, type StoredMatchRow } from '../store/ledger.ts';
import { findReports } from '../store/reports.ts';

/** The stored data about a batch's players and identifiers. */
export interface StoredFacts {
  /** The players the application may know. A member who opted out of discovery is unknown unless connected to it. */
  players: readonly PlayerRow[];
  /** The same players by every reference that the batch may use. */
  playersByReference: ReadonlyMap<string, PlayerRow>;
  /** The players' connections to every application, for the events. */
  connections: readonly LiveConnection[];
  /** Matches of the submitting application under identifiers of the batch. */
  stored: readonly StoredMatchRow[];
  hasGranted: (memberId: string, scope: string) => boolean;
}

interface FactsQuestion {
  applicationId: string;
  /** Further members that the application knows, because it sent facts that identify them. */
  known?: ReadonlySet<string>;
  lock: RatingLock;
}

/**
 * Reads what the database knows. Under the shared lock it locks the players' rows, so that nobody else rates them until
 * the transaction ends.
 */
export async function readFacts(
  transaction: DatabaseTransaction,
  matches: readonly EffectiveMatch[],
  { applicationId, known, lock }: FactsQuestion,
): Promise<StoredFacts> {
  const references = { applicationId, ...referencesOf(matches) };
  // First, so that later reads do not change during the transaction.
  const named =
    lock === 'shared'
      ? await lockPlayers(transaction, references)
      : await findPlayers(transaction, references);
  const others = unmatched(references, named);
  const aliases =
    others.ids.length + others.numbers.length > 0 ? await findAliases(transaction, others) : [];
  const memberIds = named.map((player) => player.id);
  const connections = await findLiveConnections(transaction, memberIds);
  const identifiers = matches.map((match) => match.identifier);
  const stored = await findStoredMatches(transaction, applicationId, identifiers);

  const { hasGranted, mayKnow } = consentTo(applicationId, connections);
  const players = named.filter((player) => mayKnow(player) || known?.has(player.id));
  const playersByReference = byReference(players, aliases);
  return { players, playersByReference, connections, stored, hasGranted };
}

interface ReportsToRead {
  applicationId: string;
  /** By every reference that the batch may use. */
  players: ReadonlyMap<string, PlayerRow>;
  lock: RatingLock;
}

/** Reads the stored reports with the players and games of one of the matches. */
export async function readReports(
  transaction: DatabaseTransaction,
  matches: readonly EffectiveMatch[],
  { applicationId, players, lock }: ReportsToRead,
): Promise<Pick<BatchFacts, 'fingerprints' | 'reports'>> {
  const fingerprints = fingerprintsOf(matches, players);
  const reports = await findReports(transaction, {
    fingerprints: fingerprints.filter((fingerprint) => fingerprint !== null),
    // A dry run must not reveal what other applications reported.
    applicationId: lock === 'none' ? applicationId : null,
  });
  return { fingerprints, reports };
}

/** The application that reports matches. */
export interface Submitter {
  applicationId: string;
  /** Whether results move the ratings of players who have not granted `user:match:submit`. */
  trusted: boolean;
}

/** The consent of players to an application. */
interface Consent {
  hasGranted: (memberId: string, scope: string) => boolean;
  mayKnow: (player: Pick<PlayerRow, 'id' | 'is_discoverable' | 'is_own_ghost'>) => boolean;
}

/** Reads the consent of players from their connections, which may be to other applications too. */
export function consentTo(applicationId: string, connections: readonly LiveConnection[]): Consent {
  const granted = new Map(
    connections
      .filter((connection) => connection.application_id === applicationId)
      .map((connection) => [connection.member_id, connection.scopes]),
  );
  return {
    hasGranted: (memberId, scope) => granted.get(memberId)?.includes(scope) === true,
    mayKnow: ({ id, is_discoverable: isDiscoverable, is_own_ghost: isOwnGhost }) =>
      isKnown({ granted: granted.get(id) ?? null, isDiscoverable, isOwnGhost }),
  };
}

/** Whether the submitter's results move the rating of a player who has agreed, or of everybody if the submitter is trusted. */
export function confirmedBy(
  { trusted }: Submitter,
  { hasGranted }: Pick<Consent, 'hasGranted'>,
): (memberId: string) => boolean {
  return (memberId) => trusted || hasGranted(memberId, 'user:match:submit');
}
