import type { DatabaseTransaction } from '../platform/database/schema.ts';
import {
  findAliases,
  findLiveConnections,
  findPlayers,
  type LiveConnection,
  lockPlayers,
  type PlayerRow,
} from '../players/store/players.ts';
import type { RatingLock } from './batch-transaction.ts';
import { consentTo } from './consent.ts';
import type { EffectiveMatch } from './domain/effective-match.ts';
import { byReference, referencesOf, unmatched } from './domain/players.ts';
import { findStoredMatches, type StoredMatchRow } from './store/ledger.ts';

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

export interface FactsQuestion {
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
