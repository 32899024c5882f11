import type { MatchBatch } from '@partner-rating/client';
import type { ClubMember } from '../start/facts.ts';
import { type ClubSport, chosenEnding, type Ending, sports } from './report.ts';
import type { FormError, GameFields, ReportForm } from './report-form.ts';

/** The batch to submit, and the data to describe it. */
export interface BatchOfForm {
  batch: MatchBatch;
  sport: ClubSport;
  /** The names of both teams; the player's own comes first. */
  teams: string[][];
  /** Which row of the form each game of the batch comes from. */
  rows: number[];
  ending: Ending;
}

type Outcome = BatchOfForm | { errors: FormError[] };

/**
 * Turns a form into a batch. Refuses only values that a batch cannot express. The service checks whether the match
 * is valid.
 */
export function toBatch(
  form: ReportForm,
  player: ClubMember,
  members: readonly ClubMember[],
): Outcome {
  const errors: FormError[] = [];
  const sport = sports.find(({ code }) => code === form.sport);
  if (sport === undefined) errors.push({ field: 'sport', text: 'Choose a sport.' });

  const chosen = (field: string, id: string): ClubMember[] => {
    const member = members.find((candidate) => candidate.id === id);
    if (member === undefined) errors.push({ field, text: 'Choose a player of the club.' });
    return member === undefined ? [] : [member];
  };
  const isDoubles = form.format === 'doubles';
  const own = [player, ...(isDoubles ? chosen('partner', form.partner) : [])];
  const others = [
    ...chosen('opponent', form.opponent),
    ...(isDoubles ? chosen('second-opponent', form.secondOpponent) : []),
  ];

  const filled = form.games.flatMap((game, row) => (isEmpty(game) ? [] : [{ game, row }]));
  const ending = chosenEnding(form.ending);
  if (filled.length === 0 && !ending.mayHaveNoGames)
    errors.push({ field: 'game-1', text: 'Enter the score of a game.' });
  for (const { row } of filled.filter(({ game }) => !isComplete(game))) {
    errors.push({
      field: `game-${row + 1}`,
      text: `Game ${row + 1}: enter both scores, as whole numbers.`,
    });
  }
  if (!/^[0-9a-f-]{36}$/.test(form.report)) {
    errors.push({ field: null, text: 'This form is not complete. Reload the page.' });
  }
  if (sport === undefined || errors.length > 0) return { errors };

  const games = filled.map(({ game }) => ({ scores: [Number(game.own), Number(game.other)] }));
  return {
    batch: {
      sport: sport.code,
      winScore: sport.winScore,
      winBy: sport.winBy,
      event: 'Reported by a member',
      location: 'Courtside Club, Austin',
      matches: [
        {
          identifier: `courtside-${form.report}`,
          teams: [own, others].map((team) => team.map(({ id }) => id)),
          games,
          ...ending.sent,
        },
      ],
    },
    sport,
    teams: [own, others].map((team) => team.map(({ name }) => name)),
    rows: filled.map(({ row }) => row),
    ending,
  };
}

function isEmpty({ own, other }: GameFields): boolean {
  return own === '' && other === '';
}

function isComplete({ own, other }: GameFields): boolean {
  return /^\d{1,3}$/.test(own) && /^\d{1,3}$/.test(other);
}
