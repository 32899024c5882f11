import { type Random, seededRandom } from '../../random.ts';
import { MatchLog } from '../match-log.ts';
import { playedOn } from './match-log.ts';

const PLAYERS = 150;
const SPREAD = 3;
/** Returns a nearly normal number: the sum of twelve uniform numbers. */
const normal = (random: Random) =>
  Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);

function pointsOf(strength: number, random: Random): [number, number] {
  // The share of the points of a game that the first player is expected to win.
  const share = (1 + Math.tanh(strength / 4)) / 2;
  const points: [number, number] = [0, 0];
  while (Math.max(...points) < 11 || Math.abs(points[0] - points[1]) < 2) {
    points[random() < share ? 0 : 1] += 1;
  }
  return points;
}

/** Returns singles of players whose strengths differ three times as much as in pickleball's parameters. */
export function wideLeague(matches: number): MatchLog {
  const random = seededRandom(1);
  const strengths = Array.from({ length: PLAYERS }, () => SPREAD * normal(random));
  const log = new MatchLog();
  for (let match = 0; match < matches; match += 1) {
    const one = Math.floor(random() * PLAYERS);
    const other = (one + 1 + Math.floor(random() * (PLAYERS - 1))) % PLAYERS;
    const ahead = (strengths[one] ?? 0) - (strengths[other] ?? 0);
    const games = [pointsOf(ahead, random), pointsOf(ahead, random)];
    log.add(playedOn(match / 10, [[`${one}`], [`${other}`]], ...games));
  }
  return log;
}
