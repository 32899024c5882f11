import { playedDays } from '../matches/domain/played-days.ts';
import { winnerOf } from '../matches/domain/winner.ts';
import type { ShownResult } from '../platform/pages/render-player.ts';
import { toDay } from '../players/domain/day.ts';
import { ratedGames } from '../ratings/domain/rated-games.ts';
import { countWins } from '../ratings/domain/records.ts';
import { sportName } from '../ratings/domain/sports.ts';
import { agoWords, dayWords } from './domain/moment-words.ts';
import { changeText, percentText, ratingText } from './domain/rating-words.ts';
import type { RatedResult } from './read-results.ts';
import type { PlayerResult } from './store/results.ts';

const endings: Readonly<Record<string, string>> = {
  retired: 'retired',
  walkover: 'walkover',
  defaulted: 'disqualified',
  timed: 'time ran out',
  drawn: 'drawn',
  abandoned: 'abandoned',
};

/** A result in the words of the account pages, the player's own team first, with what can be answered to it. */
export function shownResult(result: PlayerResult, now: Date): ShownResult {
  const { matchId, sport, playedAt, reportedAt, reportedBy, event, location } = result;
  const day = playedDays(result, reportedAt)?.day ?? toDay(playedAt);
  const [own = [], ...others] = teamsOf(result);
  const namesOf = (team: PlayerResult['players']) => team.map(({ name }) => name).join(' and ');
  const partners = own.filter(({ isYou }) => !isYou);
  return {
    matchId,
    sport: sportName(sport),
    played: dayWords(day),
    record: recordWords(result),
    teams: [own, ...others].map(namesOf).join(' against '),
    partners: partners.length === 0 ? null : namesOf(partners),
    opponents: others.map(namesOf).join(', and '),
    scores: scoreWords(result),
    reportedBy,
    reported: agoWords(reportedAt, now),
    occasion: [event, location].filter((words) => words !== null).join(', ') || null,
    effect: null,
    ...stateOf(result),
  };
}

/** The same with what the result did to the player's rating. */
export function shownRatedResult(result: RatedResult, now: Date): ShownResult {
  return { ...shownResult(result, now), effect: effectOf(result) };
}

/** The teams, the player's own first. */
function teamsOf({ players }: PlayerResult): PlayerResult['players'][] {
  const teams = [...Map.groupBy(players, ({ team }) => team).values()];
  const isOwn = (team: PlayerResult['players']) => team.some(({ isYou }) => isYou);
  return [...teams.filter(isOwn), ...teams.filter((team) => !isOwn(team))];
}

function ownTeam({ players }: PlayerResult): number {
  return players.find(({ isYou }) => isYou)?.team ?? 0;
}

function scoreWords(result: PlayerResult): string[] {
  const own = ownTeam(result);
  const { games, outcome } = result;
  const scores = games.map(({ scores: points }) =>
    [points[own], ...points.toSpliced(own, 1)].join('–'),
  );
  const ending = outcome === null ? '' : (endings[outcome] ?? outcome);
  return [...scores, ending].filter((words) => words !== '');
}

interface Share {
  won: number;
  played: number;
}

/** How many of the games that count the player's team won. */
function winsOf(result: PlayerResult): Share {
  const games = ratedGames(result.games);
  const teams = new Set(result.players.map(({ team }) => team)).size;
  const wins: number[] = [];
  countWins(games, wins, teams);
  return { won: wins[ownTeam(result)] ?? 0, played: games.length };
}

function recordWords(result: PlayerResult): string {
  const winner = winnerOf(result);
  if (winner !== null) return winner === ownTeam(result) ? 'Won' : 'Lost';
  if (winsOf(result).played === 0) return 'Not rated';
  if (result.outcome === 'timed') return 'Level';
  if (result.outcome === 'drawn') return 'Drawn';
  // Who won was not asked of the first matches that stopped.
  return result.outcome === 'abandoned' ? 'No winner' : 'Winner not known';
}

function effectOf(result: RatedResult): ShownResult['effect'] {
  const { effect } = result;
  if (effect === null) return null;
  const { before, after, expectedShare } = effect;
  const { won, played } = winsOf(result);
  return {
    before: ratingText(before),
    after: ratingText(after),
    change: changeText(after - before),
    isRise: after > before,
    isFall: after < before,
    expected: expectedShare === null ? null : percentText(expectedShare),
    actual: played === 0 ? null : percentText(won / played),
    games: `${won} of ${played}`,
  };
}

function stateOf(result: PlayerResult): Pick<ShownResult, 'state' | 'choices'> {
  const { isRated, isDenied, isDisputed, isDistinct, isVoided, isHeld } = result;
  if (isVoided) return { state: 'Taken back', choices: [] };
  if (isDisputed) return { state: 'You said it is wrong', choices: [] };
  if (isHeld) {
    if (isDistinct) return { state: 'Waits for the other players', choices: [] };
    return {
      state: 'Reported twice?',
      choices: [
        { answer: 'distinct', label: 'This was another match' },
        { answer: 'dispute', label: 'This is wrong', isQuiet: true },
      ],
    };
  }
  if (isRated) {
    return { state: null, choices: [{ answer: 'dispute', label: 'This is wrong', isQuiet: true }] };
  }
  const confirm = { answer: 'confirm', label: 'Confirm' };
  if (isDenied) return { state: 'Not you', choices: [confirm] };
  return {
    state: 'Not confirmed',
    choices: [confirm, { answer: 'deny', label: 'This was not me' }],
  };
}
