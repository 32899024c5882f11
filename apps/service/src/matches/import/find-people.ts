import { splitReferences } from '../../members/domain/names.ts';
import type { KeyedHash } from '../../members/keyed-hash.ts';
import { lockAllAgainstErasure } from '../../members/store/members.ts';
import { runYielding } from '../../platform/concurrency/batch-loader.ts';
import { ContentionError } from '../../platform/concurrency/periodic-task.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { isSameZone } from '../domain/identity.ts';
import {
  type Candidates,
  type Decision,
  decidePeople,
  peopleToFind,
} from './domain/decide-people.ts';
import { groupPeople, type Person } from './domain/group-people.ts';
import { identify, type KnownPlayers } from './domain/identify.ts';
import { type KnownMember, knownMember, type Participant } from './domain/participant.ts';
import type { TournamentMatch } from './domain/tournament-matches.ts';
import { findByName, findKnownPlayers } from './store/candidates.ts';
import { findImportedMatches, type ImportedMatchRow } from './store/ghosts.ts';

// A few milliseconds of work. An import of thousands of participants takes a second, and other requests must not wait.
const MAX_COST = 20_000;

/** Runs a part of an import, and yields to the event loop in between. */
export async function runImportWork<Result>(work: Generator<number, Result>): Promise<Result> {
  return await runYielding(work, MAX_COST);
}

/** The people who play in an import's matches. */
export interface FoundPeople {
  /** Matches that were imported before with the same content. */
  imported: Map<TournamentMatch, ImportedMatchRow>;
  /** Returns the players of a match that was imported before, team by team. Null for another match. */
  storedPlayers: (match: TournamentMatch) => (KnownMember | undefined)[] | null;
  /** The decisions about the participants of the other matches, except those whose `memberId` names nobody. */
  decisions: Map<Participant, Decision>;
}

// The number of candidates with one name, best agreement first. If the last agrees as much as the first, no candidate can
// be chosen.
const MAX_CANDIDATES = 20;

/** Finds the members that the participants are, with three statements for any number of participants. */
export async function findPeople(
  transaction: DatabaseTransaction,
  { applicationId, hash }: { applicationId: string; hash: KeyedHash },
  matches: readonly TournamentMatch[],
): Promise<FoundPeople> {
  const imported = await findImported(transaction, applicationId, matches);
  const open = matches.filter((match) => !imported.has(match));
  const participants = [...new Set(open.flatMap(({ teams }) => teams.flat()))];
  const { known, storedPlayers } = await readKnown(transaction, applicationId, {
    participants,
    imported,
    hash,
  });
  const { identities, unknown } = identify(participants, known);
  const sought = participants.filter((participant) => !unknown.has(participant));
  const people = await runImportWork(groupPeople(sought, identities));
  const candidates = await readCandidates(transaction, applicationId, {
    people: peopleToFind(people),
    hash,
  });
  const decisions = await runImportWork(decidePeople(people, candidates));
  return { imported, storedPlayers, decisions };
}

/**
 * Prevents erasures of the players of matches that were imported before, because the response contains their names.
 * @throws ContentionError if one of them was erased after they were found.
 */
export async function lockImported(
  transaction: DatabaseTransaction,
  { imported, storedPlayers }: Pick<FoundPeople, 'imported' | 'storedPlayers'>,
): Promise<void> {
  const players = [...imported.keys()].flatMap((match) => storedPlayers(match) ?? []);
  const ids = new Set(players.flatMap((player) => player?.id ?? []));
  const notErased = await lockAllAgainstErasure(transaction, [...ids]);
  if (notErased.size < ids.size) {
    throw new ContentionError('A player of a match that was imported before has been erased.');
  }
}

async function findImported(
  transaction: DatabaseTransaction,
  applicationId: string,
  matches: readonly TournamentMatch[],
): Promise<Map<TournamentMatch, ImportedMatchRow>> {
  const identifiers = matches.map(({ effective }) => effective.identifier);
  const rows = await findImportedMatches(transaction, applicationId, identifiers);
  const byIdentifier = new Map(rows.map((row) => [row.identifier, row]));
  return new Map(
    matches.flatMap((match): [TournamentMatch, ImportedMatchRow][] => {
      const row = byIdentifier.get(match.effective.identifier);
      if (row?.sent_hash !== match.sentHash) return [];
      return isSameZone(row.time_zone, match.effective.timeZone) ? [[match, row]] : [];
    }),
  );
}

interface KnownQuestion {
  participants: readonly Participant[];
  imported: ReadonlyMap<TournamentMatch, ImportedMatchRow>;
  hash: KeyedHash;
}

async function readKnown(
  transaction: DatabaseTransaction,
  applicationId: string,
  { participants, imported, hash }: KnownQuestion,
): Promise<{ known: KnownPlayers } & Pick<FoundPeople, 'storedPlayers'>> {
  const { ids, numbers } = splitReferences(
    participants.flatMap(({ reference }) => reference ?? []),
  );
  const stored = [...imported.values()].flatMap(({ players }) => players);
  const byFacts = new Map(participants.map((participant) => [participant.factsHash, participant]));
  const rows = await findKnownPlayers(transaction, {
    applicationId,
    ids: [...new Set([...ids, ...stored])],
    numbers,
    emails: participants.flatMap(({ sent }) => sent.email?.toLowerCase() ?? []),
    emailHashes: participants.flatMap(({ emailHash }) => emailHash ?? []),
    factHashes: [...byFacts.keys()],
  });
  const members = rows.map((row) => ({ row, member: knownMember(row, hash) }));
  const ofKind = (kind: string) =>
    new Map(members.flatMap(({ row, member }) => (row.kind === kind ? [[row.key, member]] : [])));
  // A member who opted out and is not connected is unknown, even by identifier or address.
  const known = (named: Iterable<[string, KnownMember]>) =>
    new Map([...named].filter(([, { mayBeKnown }]) => mayBeKnown));

  const byReference = ofKind('reference');
  const byEmailHash = new Map<string, KnownMember[]>();
  for (const { row, member } of members) {
    const isByHash = row.kind === 'email_hash';
    // An address with an agreeing name identifies another application's ghost (a member without an account).
    if (row.kind !== 'email' && !isByHash) continue;
    if (!member.mayBeKnown && !member.isGhost) continue;
    const emailHash = isByHash ? row.key : hash(row.key);
    byEmailHash.set(emailHash, [...(byEmailHash.get(emailHash) ?? []), member]);
  }
  const storedPlayers: FoundPeople['storedPlayers'] = (match) =>
    imported.get(match)?.players.map((id) => byReference.get(id)) ?? null;
  const before = known(playedBefore(imported, storedPlayers));
  for (const [factsHash, member] of known(ofKind('facts'))) {
    const key = byFacts.get(factsHash)?.key;
    if (key !== undefined && !before.has(key)) before.set(key, member);
  }
  return {
    known: { byReference: known(byReference), byEmailHash, before },
    storedPlayers,
  };
}

// A participant of a stored match is the same person in another, unless the stored ones disagree.
function playedBefore(
  imported: ReadonlyMap<TournamentMatch, ImportedMatchRow>,
  storedPlayers: FoundPeople['storedPlayers'],
): Map<string, KnownMember> {
  const players = new Map<string, KnownMember>();
  const disagreed = new Set<string>();
  for (const match of imported.keys()) {
    const members = storedPlayers(match) ?? [];
    for (const [index, { key }] of match.teams.flat().entries()) {
      const member = members[index];
      if (member === undefined) continue;
      if ((players.get(key) ?? member).id !== member.id) disagreed.add(key);
      players.set(key, member);
    }
  }
  for (const key of disagreed) players.delete(key);
  return players;
}

async function readCandidates(
  transaction: DatabaseTransaction,
  applicationId: string,
  { people, hash }: { people: readonly Person[]; hash: KeyedHash },
): Promise<Map<Person, Candidates>> {
  if (people.length === 0) return new Map();
  const queries = people.map(({ names, birthYear, gender, city, state }) => {
    return { names, birthYear, gender, city, state };
  });
  const limit = MAX_CANDIDATES + 1;
  const rows = await findByName(transaction, { applicationId, queries, limit });
  const byPosition = Map.groupBy(rows, ({ position }) => position);
  return new Map(
    people.map((person, position) => {
      const members = (byPosition.get(position) ?? []).map((row) => knownMember(row, hash));
      const isCut = members.length > MAX_CANDIDATES;
      return [person, { members: members.slice(0, MAX_CANDIDATES), isCut }];
    }),
  );
}
