// Records the examples of tournament imports.
import type { TournamentImport } from '@partner-rating/client';
import { mergeGhost } from '@partner-rating/service/src/matches/claims/merge-ghost.ts';
import type { Actors } from '../people.ts';
import { nextMemberNumber, people } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const { priya } = people;

const GHOST_OF_PRIYA = 10_866;
const LENA = 10_877;

/** Imports a match of a ghost (a member without an account), and merges the ghost into Priya's account. */
export async function recordGhost(recorder: Recorder, { league }: Actors): Promise<void> {
  const { dependencies } = recorder.environment;
  recorder.advanceTo('2026-09-06T20:10:00Z');
  await nextMemberNumber(dependencies.database, GHOST_OF_PRIYA);
  await league.matches.importTournament(ladder);
  recorder.advanceTo('2026-09-08T11:46:03Z');
  await mergeGhost(dependencies, { ghost: String(GHOST_OF_PRIYA), member: priya.id });
}

/** Imports a tournament. Lena, one of its players, is not a member yet, so the import creates a ghost for her. */
export async function recordTournament(recorder: Recorder, { club }: Actors): Promise<void> {
  const { database } = recorder.environment.dependencies;
  recorder.advanceTo('2026-09-09T08:15:00Z');
  const dryRun = recorder.request<TournamentImport>('matches.importTournament-request-dry-run');
  await recorder.record('matches.importTournament-dry-run', club.matches.importTournament(dryRun));
  await recorder.record(
    'matches.importTournament-dry-run-errors',
    club.matches.importTournament(withDraw(dryRun)),
  );
  // Dry runs consume member numbers. Reset the sequence, so that the ghost gets the number in the examples.
  await nextMemberNumber(database, LENA);
  await recorder.exchange(club, 'matches.importTournament');
}

const ladder: TournamentImport = {
  tournament: { name: 'Tulsa Ladder' },
  sport: 'pickleball',
  winScore: 11,
  winBy: 2,
  matches: [
    {
      identifier: 'tulsa-ladder-2026-1',
      matchDate: '2026-09-06T15:00:00Z',
      teams: [
        [{ firstName: 'Priya', lastName: 'Natarajan-Rao' }],
        [{ firstName: 'Ivy', lastName: 'Chen', memberId: '10204' }],
      ],
      games: [{ scores: [11, 7] }, { scores: [11, 8] }],
    },
  ],
};

/** Returns the same tournament with a tie in the second game of each match, which is an error. */
function withDraw(request: TournamentImport): TournamentImport {
  return {
    ...request,
    matches: request.matches.map(({ games = [], ...match }) => ({
      ...match,
      games: games.map((game, index) => (index === 1 ? { ...game, scores: [9, 9] } : game)),
    })),
  };
}
