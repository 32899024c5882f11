import { canContinueAt, type GameEnd, type Sport, usualFormat } from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { type Random, sample } from '../../platform/random.ts';
import type { Person } from './people.ts';

/** A person who is a member. */
export interface Player extends Person {
  id: string;
  memberNumber: number;
}

interface ClubNight {
  /** When the results were submitted. */
  submittedAt: Date;
  batch: Schemas.MatchBatch;
}

const WEEKS = 8;

const MATCHES_A_NIGHT = 24;

const MATCHES_OF_A_REGULAR = 2;

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

const BEST_OF = 3;

const nights: { sport: Sport; weekday: number }[] = [
  { sport: 'pickleball', weekday: 1 },
  { sport: 'padel', weekday: 2 },
  { sport: 'pickleball', weekday: 4 },
  { sport: 'tennis', weekday: 5 },
];

/** Weeks of club nights in their order. The last one is three days before `today`. */
export function makeClubNights(
  random: Random,
  players: readonly Player[],
  today: Date,
): ClubNight[] {
  const start = new Date(today.getTime() - (WEEKS * 7 + 1) * DAY_MILLISECONDS);
  start.setUTCHours(18, 0, 0, 0);
  return Array.from({ length: WEEKS }, (_, week) =>
    nights.map((night) => {
      const format = usualFormat(night.sport);
      const playedAt = new Date(start.getTime() + (week * 7 + night.weekday) * DAY_MILLISECONDS);
      const submittedAt = new Date(playedAt.getTime() + DAY_MILLISECONDS / 8);
      const name = `${playedAt.toISOString().slice(0, 10)}-${night.sport}`;
      const ofSport = players.filter((player) => player.sports.includes(night.sport));
      return {
        submittedAt,
        batch: {
          sport: night.sport,
          format: format.code,
          event: `Club night, ${night.sport}`,
          location: 'Courtside Club, Austin',
          matchDate: playedAt.toISOString(),
          matches: Array.from({ length: MATCHES_A_NIGHT }, (_, index) => ({
            identifier: `demo-${name}-${index + 1}`,
            ...playMatch(random, chooseTeams(random, ofSport, index), format),
          })),
        },
      };
    }),
  ).flat();
}

// Each regular plays in two of the first matches of a night of their sports, with random others.
function chooseTeams(random: Random, players: readonly Player[], index: number): Player[][] {
  const regulars = players.filter(({ isRegular }) => isRegular);
  const regular = regulars[Math.floor(index / MATCHES_OF_A_REGULAR)];
  const others = players.filter(({ isRegular }) => !isRegular);
  const size = index % 4 === 0 ? 1 : 2;
  const chosen =
    regular !== undefined
      ? [regular, ...sample(random, others, size * 2 - 1)]
      : sample(random, others, size * 2);
  return [chosen.slice(0, size), chosen.slice(size)];
}

function playMatch(random: Random, teams: Player[][], end: GameEnd) {
  const [one = 0, other = 0] = teams.map(
    (team) => team.reduce((sum, player) => sum + player.strength, 0) / team.length,
  );
  const chance = 1 / (1 + Math.exp(-(one - other) / 2));
  const games: { scores: number[] }[] = [];
  const won = [0, 0];
  while (Math.max(...won) <= BEST_OF / 2) {
    const scores = playGame(random, chance, end);
    games.push({ scores });
    const winner = (scores[0] ?? 0) > (scores[1] ?? 0) ? 0 : 1;
    won[winner] = (won[winner] ?? 0) + 1;
  }
  return { teams: teams.map((team) => team.map((player) => player.id)), games };
}

function playGame(random: Random, chance: number, end: GameEnd): number[] {
  let one = 0;
  let other = 0;
  while (canContinueAt(end, [Math.max(one, other), Math.min(one, other)])) {
    if (random() < chance) one += 1;
    else other += 1;
  }
  return [one, other];
}
