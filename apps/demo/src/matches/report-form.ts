import { randomUUID } from 'node:crypto';
import type { ValidationError } from '@partner-rating/client';
import type { ClubMember } from '../start/facts.ts';
import { errorText } from './error-texts.ts';

/** The values of the form "Report a match". Players are ids. */
export interface ReportForm {
  /** Created with the form: identifies the match, and is its idempotency key. */
  report: string;
  sport: string;
  format: 'singles' | 'doubles';
  partner: string;
  opponent: string;
  secondOpponent: string;
  games: GameFields[];
  /** The code of how it ended. */
  ending: string;
}

export interface GameFields {
  own: string;
  other: string;
}

/** An error in the form. `field` is the id of the field, or null if the error is about the whole form. */
export interface FormError {
  field: string | null;
  text: string;
}

const GAMES = 3;

/** Returns a form with valid values, so that the user can send it without a change. */
export function newReportForm(members: readonly ClubMember[]): ReportForm {
  const [partner, opponent, secondOpponent] = members;
  return {
    report: randomUUID(),
    sport: 'pickleball',
    format: 'doubles',
    partner: partner?.id ?? '',
    opponent: opponent?.id ?? '',
    secondOpponent: secondOpponent?.id ?? '',
    games: [
      { own: '11', other: '8' },
      { own: '11', other: '6' },
      { own: '', other: '' },
    ],
    ending: 'completed',
  };
}

/** Returns the same form with a new key, so that sending it reports a new match. */
export function asAnotherReport(form: ReportForm): ReportForm {
  return { ...form, report: randomUUID() };
}

export function readReportForm(body: unknown): ReportForm {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const field = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    report: field('report'),
    sport: field('sport'),
    format: field('format') === 'singles' ? 'singles' : 'doubles',
    partner: field('partner'),
    opponent: field('opponent'),
    secondOpponent: field('second-opponent'),
    games: Array.from({ length: GAMES }, (_, index) => ({
      own: field(`game-${index + 1}`),
      other: field(`game-${index + 1}-other`),
    })),
    ending: field('ending'),
  };
}

const players = {
  '/matches/0/teams/0/0': { field: null, label: 'You' },
  '/matches/0/teams/0/1': { field: 'partner', label: 'Partner' },
  '/matches/0/teams/1/0': { field: 'opponent', label: 'Opponent' },
  '/matches/0/teams/1/1': { field: 'second-opponent', label: 'Second opponent' },
};

/** Returns the errors that the service found in the batch, each with its field of the form. */
export function formErrors(error: ValidationError, rows: readonly number[]): FormError[] {
  if (error.errors.length === 0) return [{ field: null, text: errorText(error) }];
  return error.errors.map((item) => {
    const { field, label } = fieldOf(item.pointer, rows);
    return { field, text: label === null ? errorText(item) : `${label}: ${errorText(item)}` };
  });
}

function fieldOf(pointer: string, rows: readonly number[]) {
  const player = Object.entries(players).find(([known]) => pointer === known);
  if (player !== undefined) return player[1];
  const game = /^\/matches\/0\/games\/(\d+)/.exec(pointer)?.[1];
  const row = game === undefined ? undefined : rows[Number(game)];
  if (row !== undefined) return { field: `game-${row + 1}`, label: `Game ${row + 1}` };
  if (pointer === '/matches/0/winner') return { field: 'ending', label: null };
  if (pointer === '/matches/0/games') return { field: 'game-1', label: null };
  if (pointer === '/sport') return { field: 'sport', label: 'Sport' };
  return { field: null, label: null };
}
