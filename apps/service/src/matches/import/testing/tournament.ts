import type { Schemas } from '@partner-rating/server';
import type { Database } from '../../../platform/database/schema.ts';
import { insertApplication } from '../../../testing/builders.ts';
import { createTestDatabase, type DatabaseKind } from '../../../testing/test-database.ts';
import { type Club, createClub } from '../../testing/club.ts';
import { type ImportOutcome, importTournament } from '../import-tournament.ts';

/** Returns a participant with a name, and any other facts. */
export function called(
  fullName: string,
  rest: Partial<Schemas.Participant> = {},
): Schemas.Participant {
  const [firstName = '', ...others] = fullName.split(' ');
  return { firstName, lastName: others.join(' '), ...rest };
}

/** Returns a match of two sides. The first wins, unless `rest` says otherwise. */
export function finalOf(
  identifier: string,
  teams: Schemas.Participant[][],
  rest: Partial<Schemas.TournamentMatchInput> = {},
): Schemas.TournamentMatchInput {
  const scores = teams.map((_, index) => (index === 0 ? 11 : 7));
  return { identifier, teams, games: [{ scores }], ...rest };
}

/** Returns the import of a tournament in pickleball with these matches. */
export function importOf(
  matches: Schemas.TournamentMatchInput[],
  rest: Partial<Schemas.TournamentImport> = {},
): Schemas.TournamentImport {
  return {
    tournament: { name: 'Barton Springs Open', startDate: '2026-09-05', endDate: '2026-09-06' },
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    matches,
    ...rest,
  };
}

const people = [
  {
    first_name: 'Priya',
    last_name: 'Natarajan',
    email: 'priya@example.com',
    gender: 'FEMALE',
    birth_date: '1990-11-20',
    city: 'Austin',
    state: 'TX',
  },
  {
    first_name: 'Sofia',
    last_name: 'Lindqvist',
    gender: 'FEMALE',
    birth_date: '1994-01-09',
    city: 'San Antonio',
    state: 'TX',
  },
  { first_name: 'Carmen', last_name: 'Ortiz', gender: 'FEMALE' },
] as const;

/** Creates the members that the contract's example of an import finds. */
export async function openTournament(kind: DatabaseKind) {
  return await openTournamentIn(await createTestDatabase(kind));
}

/** Does the same in this database. */
export async function openTournamentIn(database: Database) {
  const made = await createClub(database, people);
  const club = { ...made, submitter: { ...made.submitter, trusted: true } };
  const [priya, sofia, carmen] = club.players;
  return { database, club, priya, sofia, carmen };
}

/** Runs an import, which may be refused. */
export async function send(club: Club, body: Schemas.TournamentImport): Promise<ImportOutcome> {
  return await importTournament(club.dependencies, club.submitter, body);
}

/** Runs an import that should not be refused. */
export async function bring(
  club: Club,
  body: Schemas.TournamentImport,
): Promise<Schemas.TournamentImportResult> {
  const outcome = await send(club, body);
  if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.errors));
  return outcome.result;
}

/** Summarizes the matches of participants: `Lena Hoffmann: no_match, new ghost`. */
export function summary(result: Schemas.TournamentImportResult): string[] {
  return result.participants.map(({ firstName, lastName, reason, isNew, isGhost }) => {
    const kind = isGhost ? 'ghost' : 'member';
    return `${firstName} ${lastName}: ${reason}, ${isNew ? 'new' : 'known'} ${kind}`;
  });
}

/** Counts the members, including ghosts (members without an account). */
export async function countMembers(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('member')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the same members for another partner application. */
export async function anotherPartner(club: Club, { trusted = true } = {}): Promise<Club> {
  const applicationId = await insertApplication(club.dependencies.database);
  return { ...club, submitter: { applicationId, trusted } };
}

/** Returns the errors of a refused import. */
export function refusal(outcome: ImportOutcome): string[] {
  if (outcome.kind === 'handled') throw new Error('The import was not refused.');
  return outcome.errors.map(({ code, pointer }) => `${code} ${pointer}`);
}

/** An unknown person with every fact. */
export const lena = called('Lena Hoffmann', {
  email: 'Lena.Hoffmann@example.com',
  birthYear: 1988,
  gender: 'FEMALE',
  city: 'Austin',
  state: 'TX',
});

/** Opens the contract's example: a final of three members and a stranger. */
export async function openFinal(kind: DatabaseKind = 'postgres') {
  const opened = await openTournament(kind);
  const { priya } = opened;
  const teams = [
    [called('Priya Natarajan', { memberId: String(priya.member_number) }), lena],
    [called('Sofía LINDQVIST', { birthYear: 1994 }), called('Carmen Ortiz')],
  ];
  return { ...opened, teams, final: finalOf('final', teams) };
}
