import { bracketsOf, rateMatches, ratingKey, seededRandom } from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { expect, it } from 'vitest';
import { batchOf, matchOf } from '../src/matches/testing/batches.ts';
import { storedRatings } from '../src/matches/testing/fold-ledger.ts';
import { openReader } from '../src/matches/testing/open-reader.ts';
import { handle } from '../src/matches/testing/story.ts';
import { sample } from '../src/platform/random.ts';

const MATCHES = 60;

it('the package alone computes the ratings of the service from the matches of the API, to the last bit', async () => {
  const { ask, club, daniel, database, mike, priya, sofia } = await openReader('postgres');
  const players = [mike, priya, daniel, sofia];
  const random = seededRandom(7);
  const points = () => Math.floor(10 * random());
  const matches = Array.from({ length: MATCHES }, (_, index) => {
    const [one, two, three, four] = sample(random, players, 4);
    const doesFirstWin = random() < 0.5;
    const games = Array.from({ length: random() < 0.5 ? 1 : 2 }, () => ({
      scores: doesFirstWin ? [11, points()] : [points(), 11],
    }));
    const day = new Date(Date.UTC(2026, 5, 1 + index)).toISOString();
    const teams =
      random() < 0.5
        ? [[one], [two]]
        : [
            [one, two],
            [three, four],
          ];
    const named = teams.map((team) => team.flatMap((member) => member ?? []));
    return matchOf(`match-${index}`, named, { games, matchDate: day });
  });
  await handle(club, batchOf(matches, { sport: 'tennis', winScore: 11, winBy: 2 }));

  const { body } = await ask<Schemas.MatchesPage>('/partner/matches?limit=100');
  expect(body.matches).toHaveLength(MATCHES);
  const people = new Map(players.map((player) => [player.id, player]));
  const steps = rateMatches(
    [],
    body.matches.toReversed().map(({ id, sport, matchDate, teams, games }) => ({
      ...{ id, sport, matchDate: new Date(matchDate) },
      brackets: bracketsOf(
        teams.map((team) => team.flatMap(({ id = '' }) => people.get(id) ?? [])),
        matchDate.slice(0, 10),
      ),
      teams: teams.map((team) => team.map((player) => player.id ?? '')),
      games: games.map(({ scores, winScore, winBy }) => ({ scores, winScore, winBy })),
      unrated: new Set<string>(),
    })),
  );
  const folded = new Map(
    steps.map(({ memberId, sport, bracket, mu, sigma, rating, reliability, games }) => [
      ratingKey(memberId, sport, bracket),
      { mu, sigma, rating, reliability, games },
    ]),
  );
  const stored = await storedRatings(database);
  const shown = stored.map(
    ({ member_id, sport, bracket, mu, sigma, rating, reliability, games }) => [
      ratingKey(member_id, sport, bracket),
      { mu, sigma, rating, reliability, games },
    ],
  );
  expect(shown.length).toBeGreaterThanOrEqual(2 * players.length);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(folded));
});
