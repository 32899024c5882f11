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

const nights = [
  { sport: 'pickleball', weekday: 1, winScore: 11, bestOf: 3 },
  { sport: 'padel', weekday: 2, winScore: 6, bestOf: 3 },
  { sport: 'pickleball', weekday: 4, winScore: 11, bestOf: 3 },
  { sport: 'tennis', weekday: 5, winScore: 6, bestOf: 3 },
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
      const playedAt = new Date(start.getTime() + (week * 7 + night.weekday) * DAY_MILLISECONDS);
      const submittedAt = new Date(playedAt.getTime() + DAY_MILLISECONDS / 8);
      const name = `${playedAt.toISOString().slice(0, 10)}-${night.sport}`;
      const ofSport = players.filter((player) => player.sports.includes(night.sport));
      return {
        submittedAt,
        batch: {
          sport: night.sport,
          winScore: night.winScore,
          winBy: 2,
          event: `Club night, ${night.sport}`,
          location: 'Courtside Club, Austin',
          matchDate: playedAt.toISOString(),
          matches: Array.from({ length: MATCHES_A_NIGHT }, (_, index) => ({
            identifier: `demo-${name}-${index + 1}`,
            ...playMatch(random, chooseTeams(random, ofSport, index), night),
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

function playMatch(
  random: Random,
  teams: Player[][],
  { winScore, bestOf }: { winScore: number; bestOf: number },
) {
  const [one = 0, other = 0] = teams.map(
    (team) => team.reduce((sum, player) => sum + player.strength, 0) / team.length,
  );
  const chance = 1 / (1 + Math.exp(-(one - other) / 2));
  const games: { scores: number[] }[] = [];
  const won = [0, 0];
  while (Math.max(...won) <= bestOf / 2) {
    const scores = playGame(random, chance, winScore);
    games.push({ scores });
    const winner = (scores[0] ?? 0) > (scores[1] ?? 0) ? 0 : 1;
    won[winner] = (won[winner] ?? 0) + 1;
  }
  return { teams: teams.map((team) => team.map((player) => player.id)), games };
}

function playGame(random: Random, chance: number, winScore: number): number[] {
  let one = 0;
  let other = 0;
  while (Math.max(one, other) < winScore || Math.abs(one - other) < 2) {
    if (random() < chance) one += 1;
    else other += 1;
  }
  return [one, other];
}
