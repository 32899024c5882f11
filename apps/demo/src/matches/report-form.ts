import { randomUUID } from 'node:crypto';
import type { ClubMember } from '../start/facts.ts';

/** The form "Report a match", as it is filled in; people by their identifiers. */
export interface ReportForm {
  /** Made with the form: names the match, and makes sending the form twice count once. */
  report: string;
  sport: string;
  format: 'singles' | 'doubles';
  partner: string;
  opponent: string;
  secondOpponent: string;
  games: GameFields[];
}

export interface GameFields {
  own: string;
  other: string;
}

/** What is wrong with the form; the field is the id of the one to fix, null for the whole form. */
export interface FormFault {
  field: string | null;
  text: string;
}

export const GAMES = 3;

/** A form that needs nothing but the button: those who try the demonstration change what they like. */
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
  };
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
  };
}
