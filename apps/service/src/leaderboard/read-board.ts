import { ProblemError } from '@partner-rating/server';
import { sportFaults } from '../ratings/domain/sports.ts';
import { type BoardChoice, locationFaults, toBoard } from './domain/board.ts';
import type { Board } from './store/board.ts';

/**
 * The board that a request names.
 * @param prefix Where the request names it: `/query`, or nothing for its body.
 * @throws ProblemError `validation_failed` where there is no such sport, or the scope lacks a place or has one too many.
 */
export function readBoard(choice: BoardChoice, prefix: '/query' | ''): Board {
  const unknownSport = sportFaults(choice.sport, `${prefix}/sport`);
  const errors = unknownSport.length > 0 ? unknownSport : locationFaults(choice, prefix);
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
  return toBoard(choice);
}
