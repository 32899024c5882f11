// Finds the members that an import identifies by more than their names.

import { foldShort, splitReferences } from '../../members/domain/names.ts';
import type { KeyedHash } from '../../members/keyed-hash.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { differInMarks, type Spelling } from './domain/fact-keys.ts';
import type { KnownPlayers } from './domain/identify.ts';
import { type KnownMember, knownMember, type Participant } from './domain/participant.ts';
import type { TournamentMatch } from './domain/tournament-matches.ts';
import { findKnownPlayers, type KnownPlayerRow } from './store/candidates.ts';
import type { ImportedMatchRow } from './store/ghosts.ts';

/** Returns the players of a match that was imported before, team by team. Null for another match. */
export type StoredPlayers = (match: TournamentMatch) => (KnownMember | undefined)[] | null;

interface KnownQuestion {
  participants: readonly Participant[];
  imported: ReadonlyMap<TournamentMatch, ImportedMatchRow>;
  hash: KeyedHash;
}

/** Finds the members with the identifiers or addresses that an import sends, and the members that earlier imports stored. */
export async function readKnown(
  transaction: DatabaseTransaction,
  applicationId: string,
  { participants, imported, hash }: KnownQuestion,
): Promise<{ known: KnownPlayers; storedPlayers: StoredPlayers }> {
  const { ids, numbers } = splitReferences(
    participants.flatMap(({ reference }) => reference ?? []),
  );
  const stored = [...imported.values()].flatMap(({ players }) => players);
  const rows = await findKnownPlayers(transaction, {
    applicationId,
    ids: [...new Set([...ids, ...stored])],
    numbers,
    emails: participants.flatMap(({ sent }) => sent.email?.toLowerCase() ?? []),
    emailHashes: participants.flatMap(({ emailHash }) => emailHash ?? []),
    factHashes: participants.flatMap(({ factsHash, earlierFactsHash }) => [
      factsHash,
      earlierFactsHash,
    ]),
  });
  const found = rows.map((row) => foundMember(row, hash));
  const ofKind = (kind: string) =>
    new Map(found.filter(({ row }) => row.kind === kind).map((one) => [one.row.key, one]));
  // A member who opted out and is not connected is unknown, even by identifier or address.
  const known = (named: Iterable<readonly [string, KnownMember]>) =>
    new Map([...named].filter(([, { mayBeKnown }]) => mayBeKnown));

  const byReference = ofKind('reference');
  const byEmailHash = new Map<string, KnownMember[]>();
  for (const { row, member } of found) {
    const isByHash = row.kind === 'email_hash';
    // An address with an agreeing name identifies another application's ghost (a member without an account).
    if (row.kind !== 'email' && !isByHash) continue;
    if (!member.mayBeKnown && !member.isGhost) continue;
    const emailHash = isByHash ? row.key : hash(row.key);
    byEmailHash.set(emailHash, [...(byEmailHash.get(emailHash) ?? []), member]);
  }
  const before = known(playedBefore(imported, byReference));
  for (const [key, member] of known(namedBefore(participants, ofKind('facts')))) {
    if (!before.has(key)) before.set(key, member);
  }
  const references = [...byReference].map(([key, { member }]) => [key, member] as const);
  return {
    known: { byReference: known(references), byEmailHash, before },
    storedPlayers: (match) =>
      imported.get(match)?.players.map((id) => byReference.get(id)?.member) ?? null,
  };
}

interface FoundMember {
  row: KnownPlayerRow;
  member: KnownMember;
  /** The name and the place of the ghost that was found, also if a member has claimed it. */
  spelling: Spelling;
}

function foundMember(row: KnownPlayerRow, hash: KeyedHash): FoundMember {
  const { found_name: name, found_city: city, found_state } = row;
  const state = found_state === null ? null : foldShort(found_state);
  return { row, member: knownMember(row, hash), spelling: { name, city, state } };
}

// A participant of a stored match is the same person in another, unless the stored ones disagree.
function playedBefore(
  imported: ReadonlyMap<TournamentMatch, ImportedMatchRow>,
  byReference: ReadonlyMap<string, FoundMember>,
): Map<string, KnownMember> {
  const players = new Map<string, KnownMember>();
  const disagreed = new Set<string>();
  for (const [match, { players: ids, sent_hash: sentHash }] of imported) {
    const isExact = sentHash === match.sentHash;
    for (const [index, participant] of match.teams.flat().entries()) {
      const { key } = participant;
      const found = byReference.get(ids[index] ?? '');
      if (found === undefined || (!isExact && differInMarks(participant, found.spelling))) continue;
      const { member } = found;
      if ((players.get(key) ?? member).id !== member.id) disagreed.add(key);
      players.set(key, member);
    }
  }
  for (const key of disagreed) players.delete(key);
  return players;
}

/** Returns the ghosts that earlier imports created for participants with the same facts, by the key of the participant. */
function* namedBefore(
  participants: readonly Participant[],
  byFacts: ReadonlyMap<string, FoundMember>,
): Generator<[string, KnownMember]> {
  for (const participant of participants) {
    const exact = byFacts.get(participant.factsHash);
    const earlier = byFacts.get(participant.earlierFactsHash);
    if (exact !== undefined) yield [participant.key, exact.member];
    else if (earlier !== undefined && !differInMarks(participant, earlier.spelling))
      yield [participant.key, earlier.member];
  }
}
