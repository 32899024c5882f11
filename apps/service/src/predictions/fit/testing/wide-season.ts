import { batchOf, matchOf } from '../../../matches/testing/batches.ts';
import { createClub } from '../../../matches/testing/club.ts';
import { handle } from '../../../matches/testing/story.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { sample, seededRandom } from '../../../platform/random.ts';

const PLAYERS = 120;
const SPREAD = 3;
const MATCHES_PER_BATCH = 100;
const MINUTES_APART = 90;
const FIRST_MATCH = Date.UTC(2024, 0, 1);

/** A club after a season of singles. Its players differ three times as much as the parameters of the release assume. */
export async function openWideClub(database: Database, matches: number) {
  const club = await createClub(
    database,
    Array.from({ length: PLAYERS }, () => ({})),
  );
  const random = seededRandom(1);
  // The sum of twelve uniform numbers is nearly normal.
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);
  const strengths = new Map(club.players.map(({ id }) => [id, SPREAD * normal()]));
  const game = (ahead: number) => {
    const share = (1 + Math.tanh(ahead / 4)) / 2;
    const scores: [number, number] = [0, 0];
    while (Math.max(...scores) < 11 || Math.abs(scores[0] - scores[1]) < 2) {
      scores[random() < share ? 0 : 1] += 1;
    }
    return { scores };
  };
  const match = (index: number) => {
    const [one, other] = sample(random, club.players, 2);
    if (one === undefined || other === undefined) throw new Error('A match takes two players.');
    const ahead = (strengths.get(one.id) ?? 0) - (strengths.get(other.id) ?? 0);
    const games = [game(ahead), game(ahead)];
    const isLevel = wonBy(games, 0) === wonBy(games, 1);
    return matchOf(`match-${index}`, [[one], [other]], {
      matchDate: new Date(FIRST_MATCH + index * MINUTES_APART * 60_000).toISOString(),
      games: isLevel ? [...games, game(ahead)] : games,
    });
  };
  for (let first = 0; first < matches; first += MATCHES_PER_BATCH) {
    const count = Math.min(MATCHES_PER_BATCH, matches - first);
    await handle(club, batchOf(Array.from({ length: count }, (_, at) => match(first + at))));
  }
  return club;
}

function wonBy(games: readonly { scores: readonly number[] }[], team: number): number {
  return games.filter(({ scores }) => scores[team] === Math.max(...scores)).length;
}
