import { ourForecaster, type PlayedMatch } from '@partner-rating/ratings/backtest';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { rate, rating } from 'openskill';
import { generateLeague } from '../../league/generate-league.ts';
import { CLUBS, type LeagueSettings } from '../../league/settings.ts';
import type { Benchmark, Figure } from '../benchmark.ts';
import { measureInRounds, ONE_ROUND } from '../measure/rounds.ts';
import { median } from '../measure/statistics.ts';
import type { Skill } from './first-plackett-luce.ts';
import { rateGames } from './first-rate-games.ts';

const SIZES = {
  full: { clubs: CLUBS.clubs, rounds: { warmUp: 2, counted: 9 } },
  short: { clubs: 1, rounds: ONE_ROUND },
};

type Rate = (match: PlayedMatch) => void;

/** Games per second of the current model, of npm's openskill, and of the rating code of the project's first version. */
export const benchmarkKernel: Benchmark = async ({ length }) => {
  const { clubs, rounds: counts } = SIZES[length];
  const { matches, players, games } = leagueMatches({ ...CLUBS, clubs });
  const gamesASecond = (newRater: (players: number) => Rate) => async () => {
    const rateMatch = newRater(players);
    const start = performance.now();
    for (const match of matches) rateMatch(match);
    return (1_000 * games) / (performance.now() - start);
  };
  const rounds = await measureInRounds(counts, {
    now: gamesASecond((count) => ourForecaster(count).rate),
    first: gamesASecond((count) => raterOf(count, { mu: 25, sigma: 25 / 3 }, rateGames)),
    openSkill: gamesASecond((count) => raterOf(count, rating(), rateByOpenSkill)),
  });
  const ratio = (peer: 'first' | 'openSkill') =>
    median(rounds.map((round) => round.now / round[peer]));
  const figures: Figure[] = [
    { name: 'kernel / npm openskill: games', value: ratio('openSkill'), goal: { atLeast: 5 } },
    { name: 'kernel / first edition: games', value: ratio('first'), goal: { atLeast: 0.95 } },
    { name: 'kernel: games a second', value: median(rounds.map(({ now }) => now)) },
  ];
  return figures;
};

/** Generates matches. Players are numbers, and two thirds of the matches are doubles. */
function leagueMatches(settings: LeagueSettings): {
  matches: PlayedMatch[];
  players: number;
  games: number;
} {
  const numbers = new Map<string, number>();
  const numberOf = (name: string) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  };
  const league = [...generateLeague(seededRandom(1), settings)];
  const matches = league.map(({ match }) => ({
    ...match,
    teams: match.teams.map((team) => team.map(numberOf)),
  }));
  const games = matches.reduce((sum, match) => sum + match.games.length, 0);
  return { matches, players: numbers.size, games };
}

function raterOf(
  players: number,
  start: Skill,
  rateTeams: (teams: Skill[][], games: PlayedMatch['games']) => readonly (readonly Skill[])[],
): Rate {
  const skills = new Array<Skill>(players).fill(start);
  return ({ teams, games }) => {
    const before = teams.map((team) => team.map((player) => skills[player] ?? start));
    const after = rateTeams(before, games);
    for (const [team, members] of teams.entries()) {
      for (const [position, player] of members.entries()) {
        skills[player] = after[team]?.[position] ?? start;
      }
    }
  };
}

function rateByOpenSkill(teams: Skill[][], games: PlayedMatch['games']): Skill[][] {
  return games.reduce((before, { scores }) => rate(before, { score: [...scores] }), teams);
}
