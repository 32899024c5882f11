import { type FaultItem, ProblemError } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { sportFaults } from '../ratings/domain/sports.ts';
import { type BoardChoice, locationFaults, narrowestScope, toBoard } from './domain/board.ts';
import type { Board } from './store/board.ts';
import { findCountries } from './store/board-choices.ts';

/** How a request names a board. */
export interface BoardRequest extends Omit<BoardChoice, 'sport' | 'scope'> {
  sport?: string;
  scope?: BoardChoice['scope'];
  clubId?: string;
}

/**
 * The board that a request names.
 * @param prefix Where the request names it: `/query`, or nothing for its body.
 * @throws ProblemError `validation_failed` where there is no such sport, or the scope lacks a place or has one too many.
 */
export async function readBoard(
  { database, configuration }: Pick<Dependencies, 'database' | 'configuration'>,
  request: BoardRequest,
  prefix: '/query' | '',
): Promise<Board> {
  const choice = {
    ...request,
    sport: request.sport ?? configuration.defaultSport,
    scope: request.scope ?? narrowestScope(request),
  };
  const unknownSport = sportFaults(choice.sport, `${prefix}/sport`);
  const errors =
    unknownSport.length > 0
      ? unknownSport
      : [...clubFaults(request, prefix), ...locationFaults(choice, prefix)];
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
  const board = toBoard(choice);
  return isComplete(board) ? board : await withCountry(database, board, prefix);
}

function clubFaults({ clubId }: BoardRequest, prefix: string): FaultItem[] {
  if (clubId === undefined) return [];
  const detail =
    'There are no clubs, so no leaderboard is of one. Leave clubId out, or choose a location with scope.';
  return [{ pointer: `${prefix}/clubId`, code: 'no_clubs', detail }];
}

function isComplete({ scope, country }: Board): boolean {
  return scope === 'global' || country !== null;
}

async function withCountry(
  database: Dependencies['database'],
  board: Board,
  prefix: string,
): Promise<Board> {
  const [country = '', ...others] = await findCountries(database, board);
  if (others.length === 0) return { ...board, country };
  const countries = [country, ...others].join(', ');
  const detail = `Several countries have such a ${board.scope}: ${countries}. Send country.`;
  const errors: FaultItem[] = [{ pointer: `${prefix}/country`, code: 'required', detail }];
  throw new ProblemError('validation_failed', { errors });
}
