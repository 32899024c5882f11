import type { FaultItem, Schemas } from '@partner-rating/server';
import { newId } from '../database/identifiers.ts';
import type { DatabaseTransaction } from '../database/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { gameFaults } from '../matches/domain/game-faults.ts';
import { isConflict } from '../matches/domain/identity.ts';
import { rateAndStore } from '../matches/rate-and-store.ts';
import { inRatingTurn } from '../matches/rating-turn.ts';
import { retryContended } from '../matches/retry-contended.ts';
import { isSport } from '../ratings/domain/sports.ts';
import { shareRatings } from '../ratings/store/rating-lock.ts';
import { answerImport, type StoredImport } from './answer-import.ts';
import type { Decision } from './domain/decide-people.ts';
import { nameFaults, tournamentFaults } from './domain/tournament-faults.ts';
import { readMatches, type TournamentMatch } from './domain/tournament-matches.ts';
import { findPeople } from './find-people.ts';
import { createGhosts, type Ghost, ghostPlayer, planGhosts } from './ghosts.ts';
import { inTurns } from './in-turns.ts';
import { type JudgedImport, judgeImport } from './judge-import.ts';
import { holdNames } from './store/name-locks.ts';

export type ImportDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

export type ImportOutcome =
  | { kind: 'handled'; result: Schemas.TournamentImportResult }
  /** Nothing was stored, because something is at fault. */
  | { kind: 'rejected'; faults: FaultItem[] }
  /** Nothing was stored, because identifiers are taken by other matches. */
  | { kind: 'conflict'; faults: FaultItem[] };

/** Does something more in the transaction of an import, once all else is done. */
export type BeforeCommit = (
  transaction: DatabaseTransaction,
  result: Schemas.TournamentImportResult,
) => Promise<void>;

interface Submission {
  applicationId: string;
  body: Schemas.TournamentImport;
  matches: readonly TournamentMatch[];
  /** What is at fault whoever the participants are. */
  ownFaults: readonly FaultItem[];
  gameFaults: readonly FaultItem[][];
  /** Whether anything may come of it that is stored. */
  mayStore: boolean;
}

/**
 * Matches a tournament's participants with members, makes ghosts of the others, and judges, rates
 * and stores the matches: all or nothing, in one transaction. `beforeCommit` is called in it unless
 * nothing may come of the import that is stored.
 */
export async function importTournament(
  dependencies: ImportDependencies,
  applicationId: string,
  body: Schemas.TournamentImport,
  beforeCommit?: BeforeCommit,
): Promise<ImportOutcome> {
  const matches = await inTurns(readMatches(body));
  const ownFaults = [...tournamentFaults(body.tournament), ...nameFaults(matches)];
  const ofGames = matches.map(({ effective }) => gameFaults(effective));
  const isSoundSofar = ownFaults.length === 0 && ofGames.every(({ length }) => length === 0);
  const mayStore = body.dryRun !== true && isSoundSofar;
  const submission = { applicationId, body, matches, ownFaults, gameFaults: ofGames, mayStore };

  const { database } = dependencies;
  const transact = mayStore
    ? database.transaction()
    : database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const run = mayStore ? inRatingTurn : retryContended;
  return await run(
    async () =>
      await transact.execute(async (transaction) => {
        const outcome = await handle(transaction, dependencies, submission);
        if (mayStore && outcome.kind === 'handled') {
          await beforeCommit?.(transaction, outcome.result);
        }
        return outcome;
      }),
  );
}

async function handle(
  transaction: DatabaseTransaction,
  dependencies: ImportDependencies,
  submission: Submission,
): Promise<ImportOutcome> {
  const { applicationId, body, matches, mayStore } = submission;
  if (mayStore) await hold(transaction, matches);
  const now = dependencies.clock();
  const people = await findPeople(transaction, applicationId, matches);
  const ghosts = planGhosts(people.decisions);
  const judged = await judgeImport(transaction, {
    ...submission,
    people,
    ghosts,
    now,
    lock: mayStore,
  });
  const faults = [...submission.ownFaults, ...judged.faults];
  if (faults.length > 0 && body.dryRun !== true) {
    return { kind: faults.every(isConflict) ? 'conflict' : 'rejected', faults };
  }
  const stored = mayStore
    ? await store(transaction, dependencies, { submission, ghosts, judged, now })
    : nothing;
  const handled = { ...submission, people, ghosts, judged, faults, stored };
  const result = await answerImport(transaction, handled);
  return { kind: 'handled', result };
}

/** Taken in this order by every import, and before the players' rows. */
async function hold(
  transaction: DatabaseTransaction,
  matches: readonly TournamentMatch[],
): Promise<void> {
  await shareRatings(transaction, matches.map(({ effective }) => effective.sport).filter(isSport));
  const participants = new Set(matches.flatMap(({ teams }) => teams.flat()));
  await holdNames(transaction, [...new Set([...participants].map(({ name }) => name))]);
}

const nothing: StoredImport = { ids: new Map(), memberNumbers: new Map() };

interface ImportToStore {
  submission: Submission;
  ghosts: ReadonlyMap<Decision, Ghost>;
  judged: JudgedImport;
  now: Date;
}

async function store(
  transaction: DatabaseTransaction,
  dependencies: ImportDependencies,
  { submission, ghosts, judged, now }: ImportToStore,
): Promise<StoredImport> {
  const { applicationId, body } = submission;
  const made = [...ghosts.values()];
  const by = { applicationId, createdAt: now };
  const memberNumbers = await createGhosts(transaction, by, made);
  const { players, connections } = judged.facts;
  const { entries } = await rateAndStore(transaction, dependencies, {
    batch: { id: newId('bat'), ...by, identifier: body.tournament.name.normalize('NFC') },
    verdicts: judged.verdicts,
    players: [...players, ...made.map(ghostPlayer)],
    connections,
    mayStore: true,
  });
  return { ids: new Map(entries.map(({ position, id }) => [position, id])), memberNumbers };
}
