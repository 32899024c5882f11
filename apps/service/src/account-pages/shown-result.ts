import type { ShownResult } from '../platform/pages/render-account.ts';
import { agoWords, dateWords } from './domain/moment-words.ts';
import type { PlayerResult } from './store/results.ts';

const endings: Readonly<Record<string, string>> = {
  retired: 'given up',
  walkover: 'walkover',
  timed: 'time ran out',
  drawn: 'drawn',
};

/** A result in the words of the account page, with what can be answered to it. */
export function shownResult(result: PlayerResult, now: Date): ShownResult {
  const { matchId, sport, playedAt, reportedAt, reportedBy, players } = result;
  const teams = [...Map.groupBy(players, ({ team }) => team).values()];
  return {
    matchId,
    sport: sport.charAt(0).toUpperCase() + sport.slice(1).replaceAll('-', ' '),
    played: dateWords(playedAt),
    teams: teams.map((team) => team.map(({ name }) => name).join(' and ')).join(' against '),
    scores: scoreWords(result),
    reportedBy,
    reported: agoWords(reportedAt, now),
    ...stateOf(result),
  };
}

function scoreWords({ games, outcome }: PlayerResult): string {
  const scores = games.map(({ scores: points }) => points.join('–')).join(', ');
  const ending = outcome === null ? '' : (endings[outcome] ?? outcome);
  return [scores, ending].filter((words) => words !== '').join(', ');
}

function stateOf(result: PlayerResult): Pick<ShownResult, 'state' | 'choices'> {
  const { isRated, isDenied, isDisputed } = result;
  if (isDisputed) return { state: 'You said it is wrong', choices: [] };
  if (isRated) return { state: null, choices: [{ answer: 'dispute', label: 'This is wrong' }] };
  const confirm = { answer: 'confirm', label: 'Confirm' };
  if (isDenied) return { state: 'Not you', choices: [confirm] };
  return {
    state: 'Not confirmed',
    choices: [confirm, { answer: 'deny', label: 'This was not me' }],
  };
}
