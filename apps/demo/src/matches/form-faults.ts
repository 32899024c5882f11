import type { ValidationError } from '@partner-rating/client';
import type { FormFault } from './report-form.ts';

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
