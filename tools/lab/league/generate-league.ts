import type { NamedMatch } from '@partner-rating/ratings/backtest';
import type { Random } from '@partner-rating/service/src/platform/random.ts';
import { drawTeams, haveMet, presentOn } from './evening.ts';
import { normal } from './normal.ts';
import { foundClub, type Person, passWeek, shownSkill } from './people.ts';
import type { LeagueSettings } from './settings.ts';
import {
  type Play,
  rallyChance,
  type Scoring,
  type TrueChance,
  trueChances,
  WIN_BY,
  WIN_SCORE,
} from './true-chances.ts';

/** A match of the league, and how likely the first team was to win it, from the true skills. */
export interface LeagueMatch {
  match: NamedMatch;
  truth: TrueChance;
}

/** The rules of a club. */
interface Rules extends Play {
  /** How far form in a game changes the difference of two teams. */
  gameForm: number;
  chanceOf: (difference: number) => TrueChance;
}

const FIRST_DAY = Date.UTC(2024, 0, 1);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIRST_MATCH = 18 * 60 * MINUTE;
const MINUTES_A_ROUND = 40;

/**
 * Generates the matches of clubs that meet once a week, rally by rally, for people whose true
 * skills are known. The same numbers from `random` give the same league. After each match, `clubs`
 * hold the state of its day.
 */
export function* generateLeague(
  random: Random,
  settings: LeagueSettings,
  clubs: readonly Person[][] = foundClubs(random, settings),
): Generator<LeagueMatch, void> {
  const form = { day: settings.form * Math.SQRT2, game: settings.gameForm * Math.SQRT2 };
  const rules = settings.scorings.map((scoring): Rules => {
    const play = { scoring, gamesToWin: settings.gamesToWin };
    return { ...play, gameForm: form.game, chanceOf: trueChances(play, form) };
  });
  for (let day = 0; day < settings.days; day += 1) {
    for (const [club, people] of clubs.entries()) {
      const rulesOfClub = rules[club % rules.length];
      if ((day + club) % 7 !== 0 || rulesOfClub === undefined) continue;
      for (const person of people) passWeek(random, person, day, settings);
      const present = presentOn(random, { clubs, club, day }, settings);
      const met = new Set<string>();
      for (let round = 0; round < settings.rounds; round += 1) {
        const playedAt =
          FIRST_DAY + day * DAY + FIRST_MATCH + (round * MINUTES_A_ROUND + club / 1_000) * MINUTE;
        for (const teams of drawTeams(random, present, settings)) {
          if (haveMet(met, teams)) continue;
          yield playMatch(random, teams, Math.floor(playedAt), rulesOfClub);
        }
      }
    }
  }
}

/** Creates everybody in the league, club by club, before its first day. */
export function foundClubs(random: Random, settings: LeagueSettings): Person[][] {
  return Array.from({ length: settings.clubs }, (_, club) => foundClub(random, club, settings));
}

function playMatch(
  random: Random,
  teams: readonly [Person[], Person[]],
  playedAt: number,
  { scoring, gamesToWin, gameForm, chanceOf }: Rules,
): LeagueMatch {
  const [first, second] = teams;
  const difference = strengthOf(first) - strengthOf(second);
  const onTheDay = difference + formOf(first) - formOf(second);
  const won = [0, 0];
  const games: NamedMatch['games'][number][] = [];
  while (Math.max(...won) < gamesToWin) {
    const rally = rallyChance(onTheDay + gameForm * normal(random));
    const scores = playGame(random, rally, scoring);
    const winner = (scores[0] ?? 0) > (scores[1] ?? 0) ? 0 : 1;
    won[winner] = (won[winner] ?? 0) + 1;
    games.push({ scores, winScore: WIN_SCORE, winBy: WIN_BY });
  }
  const named = teams.map((team) => team.map(({ name }) => name));
  return {
    match: { sport: 'pickleball', playedAt, teams: named, games, isFinished: true },
    truth: chanceOf(difference),
  };
}

function playGame(random: Random, rally: number, scoring: Scoring): number[] {
  let first = 0;
  let second = 0;
  let firstServes = random() < 0.5;
  while (Math.max(first, second) < WIN_SCORE || Math.abs(first - second) < WIN_BY) {
    const firstWins = random() < rally;
    const scores = scoring === 'rally' || firstWins === firstServes;
    if (scores && firstWins) first += 1;
    if (scores && !firstWins) second += 1;
    firstServes = firstWins;
  }
  return [first, second];
}

// Scales the difference, so that pairs differ in doubles as much as players differ in singles.
function strengthOf(team: readonly Person[]): number {
  return team.reduce((sum, person) => sum + shownSkill(person), 0) / Math.sqrt(team.length);
}

function formOf(team: readonly Person[]): number {
  return team.reduce((sum, { form }) => sum + form, 0) / Math.sqrt(team.length);
}
