import type { ErrorItem, Schemas } from '@partner-rating/server';
import type { Database } from '../../platform/database/schema.ts';
import { createTestDatabase, type DatabaseKind } from '../../testing/test-database.ts';
import { type IngestOutcome, ingestBatch } from '../submit/ingest-batch.ts';
import { matchOf, scored, teamsOf } from './batches.ts';
import { type Club, createClub } from './club.ts';

const people = [
  { first_name: 'Mike', last_name: 'Brennan', gender: 'MALE', birth_date: '1986-03-04' },
  { first_name: 'Priya', last_name: 'Natarajan', gender: 'FEMALE', birth_date: '1990-11-20' },
  { first_name: 'Daniel', last_name: 'Okafor', gender: 'MALE', birth_date: '1972-06-15' },
  { first_name: 'Sofia', last_name: 'Lindqvist', gender: 'FEMALE', birth_date: '1994-01-09' },
] as const;

/** Opens the club of the contract's examples on its own database, with its two matches. */
export async function openClub(kind: DatabaseKind) {
  return await openClubIn(await createTestDatabase(kind));
}

/** Does the same in this database. */
export async function openClubIn(database: Database) {
  const club = await createClub(database, people);
  const [mike, priya, daniel, sofia] = club.players;
  const teams = teamsOf([mike, priya], [daniel, sofia]);
  const doubles = matchOf('court-3-1530', teams, { games: scored('11-8 11-6') });
  const singles = matchOf('court-4-1545', [[priya], [daniel]], {
    matchDate: '2026-09-12T15:45:00Z',
    games: [{ scores: [11, 9] }, { scores: [8, 11] }, { scores: [15, 13], winScore: 15 }],
  });
  return { database, club, mike, priya, daniel, sofia, doubles, singles };
}

/** Submits a batch, which may be refused. */
export async function submit(club: Club, batch: Schemas.MatchBatch): Promise<IngestOutcome> {
  return await ingestBatch(club.dependencies, club.submitter, batch);
}

/** Submits a batch that should not be refused. */
export async function handle(
  club: Club,
  batch: Schemas.MatchBatch,
): Promise<Schemas.MatchBatchResult> {
  const outcome = await submit(club, batch);
  if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.errors));
  return outcome.result;
}

/** Returns each error as its code and its pointer. */
export function codes(errors: readonly ErrorItem[] = []): string[] {
  return errors.map(({ code, pointer }) => `${code} ${pointer}`);
}

/** Returns the errors of a refused batch. */
export function refusal(outcome: IngestOutcome): string[] {
  if (outcome.kind === 'handled') throw new Error('The batch was not refused.');
  return codes(outcome.errors);
}
