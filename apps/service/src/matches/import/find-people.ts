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
import { identify } from './domain/identify.ts';
import { knownMember, type Participant } from './domain/participant.ts';
import type { TournamentMatch } from './domain/tournament-matches.ts';
import { readKnown, type StoredPlayers } from './read-known.ts';
import { findByName } from './store/candidates.ts';
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
  storedPlayers: StoredPlayers;
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
      if (row?.sent_hash !== match.sentHash && row?.sent_hash !== match.earlierSentHash) return [];
      return isSameZone(row.time_zone, match.effective.timeZone) ? [[match, row]] : [];
    }),
  );
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
