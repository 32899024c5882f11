import { randomUUID } from 'node:crypto';
import type { ValidationError } from '@partner-rating/client';
import type { ClubMember } from '../start/facts.ts';

/** The values of the form "Report a match"; players by their ids. */
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

/** A fault of the form; the field is its id, or null for the whole form. */
export interface FormFault {
  field: string | null;
  text: string;
}

const GAMES = 3;

/** A form that is filled in already, so that it can be sent without a change. */
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

/** The form with its values, as another report: what is sent next is a new match, under a key of its own. */
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

/** The faults the service found in the batch, each with the field of the form it belongs to. */
export function formFaults(error: ValidationError, rows: readonly number[]): FormFault[] {
  if (error.errors.length === 0) return [{ field: null, text: error.detail ?? error.message }];
  return error.errors.map(({ pointer, detail }) => {
    const { field, label } = fieldOf(pointer, rows);
    return { field, text: label === null ? detail : `${label}: ${detail}` };
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
