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

/** What the database knows of a batch's players and identifiers. */
export interface StoredFacts {
  /** Those the application may know: someone who opted out of discovery is nobody unless connected to it. */
  players: readonly PlayerRow[];
  /** The same by everything the batch may call them. */
  playersByReference: ReadonlyMap<string, PlayerRow>;
  /** The players' connections to every application, for the events. */
  connections: readonly LiveConnection[];
  /** Matches of the submitting application under identifiers of the batch. */
  stored: readonly StoredMatchRow[];
  hasGranted: (memberId: string, scope: string) => boolean;
}

interface FactsQuestion {
  applicationId: string;
  /** Members of whom the application knows by what it sent, beside those it may know anyway. */
  known?: ReadonlySet<string>;
  lock: RatingLock;
}

/**
 * Nobody else rates the players until the transaction ends: under the shared lock of the ratings their
 * rows are locked for that, under the exclusive one nobody could.
 */
export async function readFacts(
  transaction: DatabaseTransaction,
  matches: readonly EffectiveMatch[],
  { applicationId, known, lock }: FactsQuestion,
): Promise<StoredFacts> {
  const references = { applicationId, ...referencesOf(matches) };
  // First of all, so that what is read after it does not change under this transaction.
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
  /** By everything the batch may call them. */
  players: ReadonlyMap<string, PlayerRow>;
  lock: RatingLock;
}

/** The stored reports with the players and games of one of the matches. */
export async function readReports(
  transaction: DatabaseTransaction,
  matches: readonly EffectiveMatch[],
  { applicationId, players, lock }: ReportsToRead,
): Promise<Pick<BatchFacts, 'fingerprints' | 'reports'>> {
  const fingerprints = fingerprintsOf(matches, players);
  const reports = await findReports(transaction, {
    fingerprints: fingerprints.filter((fingerprint) => fingerprint !== null),
    // Nobody finds out by dry runs what others played.
    applicationId: lock === 'none' ? applicationId : null,
  });
  return { fingerprints, reports };
}

/** Who reports matches. */
export interface Submitter {
  applicationId: string;
  /** Whether results move players who have not granted `user:match:submit`. */
  trusted: boolean;
}

/** What players let an application do and know. */
interface Consent {
  hasGranted: (memberId: string, scope: string) => boolean;
  mayKnow: (player: Pick<PlayerRow, 'id' | 'is_discoverable' | 'is_own_ghost'>) => boolean;
}

/** By the players' connections, to whatever applications. */
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

/** The players whose ratings the submitter's results move: those who agreed, or everybody where it is trusted. */
export function confirmedBy(
  { trusted }: Submitter,
  { hasGranted }: Pick<Consent, 'hasGranted'>,
): (memberId: string) => boolean {
  return (memberId) => trusted || hasGranted(memberId, 'user:match:submit');
}
