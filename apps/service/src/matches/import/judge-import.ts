// Judges the matches of an import, with the players that the service found for its participants.

import type { ErrorItem, Schemas } from '@partner-rating/server';
import { ContentionError } from '../../platform/concurrency/periodic-task.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { Due } from '../../ratings/settlement/settle-now.ts';
import type { PlayerRow } from '../../ratings/store/players.ts';
import type { RatingLock } from '../batch-transaction.ts';
import type { EffectiveMatch } from '../domain/effective-match.ts';
import { type Judgement, judgeBatch } from '../domain/judge-batch.ts';
import type { BatchSettlement, LedgerEntry } from '../domain/ledger-entries.ts';
import type { StoredReport } from '../store/reports.ts';
import { readFacts, readReports, type StoredFacts } from '../submit/read-facts.ts';
import type { Decision } from './domain/decide-people.ts';
import { ghostRow, type Person } from './domain/group-people.ts';
import { importResult, matchResults } from './domain/import-result.ts';
import { makeRoster, participantMatches } from './domain/roster.ts';
import { inWordsOfImport, type TournamentMatch, withPlayers } from './domain/tournament-matches.ts';
import { type FoundPeople, runImportWork } from './find-people.ts';
import { insertFacts, insertGhosts, type NewGhost } from './store/ghosts.ts';

interface ImportToJudge {
  applicationId: string;
  matches: readonly TournamentMatch[];
  people: FoundPeople;
  ghosts: ReadonlyMap<Decision, Ghost>;
  /** The errors of each match's teams and games. */
  gameErrors: readonly (readonly ErrorItem[])[];
  now: Date;
  lock: RatingLock;
}

export interface JudgedImport extends Judgement {
  /** The judged matches: all except those imported before. */
  judged: EffectiveMatch[];
  facts: StoredFacts;
  /** The stored reports with the players and games of one of the matches. */
  reports: readonly StoredReport[];
  /** Reads the reports again, after a change. */
  readReports: () => Promise<readonly StoredReport[]>;
}

/** Judges an import's matches like those of a batch, with players instead of participants. */
export async function judgeImport(
  transaction: DatabaseTransaction,
  { applicationId, matches, people, ghosts, gameErrors, now, lock }: ImportToJudge,
): Promise<JudgedImport> {
  const judged = matches
    .filter((match) => !people.imported.has(match))
    .map((match) =>
      withPlayers(match, (participant) => {
        const decision = people.decisions.get(participant);
        const ghost = decision === undefined ? undefined : ghosts.get(decision);
        // Somebody unknown keeps the sent reference, so that the error names it.
        return decision?.member?.id ?? ghost?.id ?? participant.reference ?? participant.key;
      }),
    );
  const known = new Set([...people.decisions.values()].flatMap(({ member }) => member?.id ?? []));
  const facts = await readFacts(transaction, judged, { applicationId, known, lock });
  refuseGone(known, facts);
  const ofGhosts = [...ghosts.values()].map(ghostPlayer);
  const players = new Map([
    ...facts.playersByReference,
    ...ofGhosts.map((one) => [one.id, one] as const),
  ]);
  const read = async () => await readReports(transaction, judged, { applicationId, players, lock });
  const { fingerprints, reports } = await read();
  const judgement = judgeBatch(judged, {
    now,
    applicationId,
    identifiers: new Set(matches.map(({ effective }) => effective.identifier)),
    players,
    fingerprints,
    reports,
    mayKnowAge: (memberId) => facts.hasGranted(memberId, 'user:profile:read'),
    stored: facts.stored,
    gameErrors,
  });
  const errors = judgement.errors.map((error) => inWordsOfImport(matches, error));
  const readAgain = async () => (await read()).reports;
  return { ...judgement, errors, judged, facts, reports, readReports: readAgain };
}

// The members were found before their rows were locked. After a retry, an erased player is unknown, and a claimed ghost (a member
// without an account) is the member who claimed it.
function refuseGone(known: ReadonlySet<string>, { playersByReference }: StoredFacts): void {
  for (const memberId of known) {
    if (playersByReference.has(memberId)) continue;
    throw new ContentionError(
      `${memberId} was erased or claimed after the import looked for its participants.`,
    );
  }
}

/** The stored part of an import. */
export interface StoredImport {
  /** The matches, by index. */
  entries: ReadonlyMap<number, LedgerEntry>;
  settlement: BatchSettlement;
  /** The member numbers of the ghosts, by id. */
  memberNumbers: ReadonlyMap<string, number>;
  /** What must be settled for other matches. */
  due: readonly Due[];
}

interface ImportToAnswer {
  body: Schemas.TournamentImport;
  matches: readonly TournamentMatch[];
  people: FoundPeople;
  ghosts: ReadonlyMap<Decision, Ghost>;
  judged: JudgedImport;
  errors: readonly ErrorItem[];
  stored: StoredImport;
}

/** Returns the response to an import that was handled: the results of its matches, and who is who. */
export async function answerImport({
  body,
  matches,
  people,
  ghosts,
  judged,
  errors,
  stored,
}: ImportToAnswer): Promise<Schemas.TournamentImportResult> {
  const roster = await runImportWork(makeRoster({ matches, ...people }));
  const ghostOf = (decision: Decision) => {
    const id = ghosts.get(decision)?.id;
    const memberNumber = id === undefined ? undefined : stored.memberNumbers.get(id);
    return id === undefined || memberNumber === undefined ? null : { id, memberNumber };
  };
  const dryRun = body.dryRun === true;
  const { judged: open, verdicts } = judged;
  return importResult({
    dryRun,
    matches: matchResults({
      matches,
      imported: people.imported,
      judged: open,
      verdicts,
      entries: stored.entries,
      settlement: stored.settlement,
      dryRun,
    }),
    participants: await runImportWork(participantMatches(roster, { ghostOf })),
    gamesRecorded: [...stored.entries.values()].flatMap(({ uncounted, games }) =>
      uncounted === null ? games : [],
    ).length,
    errors,
  });
}

/** A ghost to create, unless this is a dry run. */
export interface Ghost {
  id: string;
  person: Person;
}

/** Plans a ghost for each person without a matching member. */
export function planGhosts({ decisions }: Pick<FoundPeople, 'decisions'>): Map<Decision, Ghost> {
  const undecided = [...new Set(decisions.values())].filter(({ member }) => member === null);
  return new Map(
    undecided.map((decision) => [decision, { id: newId('mem'), person: decision.person }]),
  );
}

/**
 * Returns the ghost as a player of a match that is judged and rated.
 * @param memberNumber 0 before the ghost is stored, because nobody can name it by a number.
 */
export function ghostPlayer({ id, person }: Ghost, memberNumber = 0): PlayerRow {
  const { firstName = '', lastName = '' } = person.participants[0]?.sent ?? {};
  return {
    id,
    member_number: memberNumber,
    first_name: firstName,
    last_name: lastName,
    gender: person.gender ?? 'UNKNOWN',
    birth_date: null,
    is_vairified: false,
    is_discoverable: false,
    is_own_ghost: true,
  };
}

/** Stores the ghosts. Returns their member numbers by id. */
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
