import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import type { PlayerRow } from '../players/store/players.ts';
import type { Decision } from './domain/decide-people.ts';
import type { Person } from './domain/group-people.ts';
import { ghostRow } from './domain/new-ghost.ts';
import type { FoundPeople } from './find-people.ts';
import { runImportWork } from './import-work.ts';
import { insertFacts, insertGhosts, type NewGhost } from './store/ghosts.ts';

/** A ghost that is to be made, unless this is a dry run. */
export interface Ghost {
  id: string;
  person: Person;
}

/** A ghost for everybody whom no member was found for. */
export function planGhosts({ decisions }: Pick<FoundPeople, 'decisions'>): Map<Decision, Ghost> {
  const undecided = [...new Set(decisions.values())].filter(({ member }) => member === null);
  return new Map(
    undecided.map((decision) => [decision, { id: newId('mem'), person: decision.person }]),
  );
}

/** The ghost as a player of a match that is judged and rated. */
export function ghostPlayer({ id, person }: Ghost): PlayerRow {
  const { firstName = '', lastName = '' } = person.participants[0]?.sent ?? {};
  return {
    id,
    // It has none before it is stored, and nobody can name it by one.
    member_number: 0,
    first_name: firstName,
    last_name: lastName,
    gender: person.gender ?? 'UNKNOWN',
    birth_date: null,
    is_vairified: false,
    is_discoverable: false,
    is_own_ghost: true,
  };
}

/** Stores the ghosts; gives their member numbers by id. */
export async function createGhosts(
  transaction: DatabaseTransaction,
  by: { applicationId: string; createdAt: Date },
  ghosts: readonly Ghost[],
): Promise<Map<string, number>> {
  const made = await runImportWork(newGhosts(ghosts, by.createdAt));
  return await insertGhosts(transaction, by, made);
}

/** Makes ghosts of other applications, found by address and name, known to this one too. */
export async function learnGhosts(
  transaction: DatabaseTransaction,
  applicationId: string,
  decisions: Iterable<Decision>,
): Promise<void> {
  const shared = [...new Set(decisions)].flatMap(({ member, person }) => {
    if (member === null || !member.isGhost || member.isOwnGhost) return [];
    return [
      { memberId: member.id, factHashes: person.participants.map(({ factsHash }) => factsHash) },
    ];
  });
  if (shared.length > 0) await insertFacts(transaction, applicationId, shared);
}

function* newGhosts(ghosts: readonly Ghost[], createdAt: Date): Generator<number, NewGhost[]> {
  const made: NewGhost[] = [];
  for (const { id, person } of ghosts) {
    const { emailHash, participants } = person;
    const factHashes = participants.map(({ factsHash }) => factsHash);
    made.push({ row: ghostRow(person, id, createdAt), emailHash, factHashes });
    yield 300;
  }
  return made;
}
