import { runBacktest } from '@partner-rating/ratings/backtest';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { readLine } from '@partner-rating/service/src/predictions/backtest/read-matches.ts';
import { rivals as allRivals } from '@partner-rating/service/src/predictions/backtest/rivals.ts';
import { describe, expect, it } from 'vitest';
import { generateLeague } from './generate-league.ts';
import { leagueLines } from './league-lines.ts';
import { leagueLog } from './league-log.ts';
import { CLUBS } from './settings.ts';

const SMALL = { ...CLUBS, clubs: 4, days: 400 };
const everything = { from: Number.NEGATIVE_INFINITY, minGames: 0 };

describe('a generated league', () => {
  const matches = [...generateLeague(seededRandom(1), SMALL)];
  const players = new Set(matches.flatMap(({ match }) => match.teams.flat()));

  it('depends only on the seed', () => {
    expect([...generateLeague(seededRandom(1), SMALL)]).toEqual(matches);
    expect([...generateLeague(seededRandom(2), SMALL)]).not.toEqual(matches);
  });

  it('has singles and doubles with changing partners', () => {
    const doubles = matches.filter(({ match }) => match.teams[0]?.length === 2);
    expect(doubles.length).toBeGreaterThan(matches.length / 2);
    expect(doubles.length).toBeLessThan(matches.length);
    const partners = new Set(doubles.flatMap(({ match }) => match.teams.map(String)));
    expect(partners.size).toBeGreaterThan(doubles.length);
  });

  it('is sparse, with many beginners who join over time, and absences', () => {
    const first = new Map<string, number>();
    const last = new Map<string, number>();
    let comebacks = 0;
    for (const { match } of matches) {
      for (const player of match.teams.flat()) {
        if (!first.has(player)) first.set(player, match.playedAt);
        if (match.playedAt - (last.get(player) ?? match.playedAt) > 90 * 86_400_000) comebacks += 1;
        last.set(player, match.playedAt);
      }
    }
    const begin = matches[0]?.match.playedAt ?? 0;
    const late = [...first.values()].filter((moment) => moment > begin + 90 * 86_400_000);
    expect((4 * matches.length) / players.size).toBeLessThan(40);
    expect(late.length).toBeGreaterThan(players.size / 4);
    expect(comebacks).toBeGreaterThan(20);
  });

  it('has no player in two matches at the same time', () => {
    const seen = new Set<string>();
    for (const { match } of matches) {
      for (const player of match.teams.flat()) {
        const key = `${player} ${match.playedAt}`;
        expect(seen.has(key)).toBe(false);
        seen.add(key);
      }
    }
  });

  it('survives writing and reading', () => {
    const lines = [...leagueLines(seededRandom(1), SMALL)];
    expect(lines.map(readLine)).toEqual(
      matches.map(({ match }) => ({ match, identity: expect.any(String) })),
    );
  });

  it('is predicted best by the true skills, which are calibrated', () => {
    const league = leagueLog(seededRandom(1), { ...CLUBS, clubs: 20 });
    const { game, match } = runBacktest(league.log, {
      ...everything,
      truth: league.truth,
      rivals: allRivals,
    }).overall;
    for (const { ratings, rivals, knowable, truth } of [game, match]) {
      const losses = [ratings, ...rivals.map(({ metrics }) => metrics)].map(
        ({ all }) => all.logLoss,
      );
      expect(knowable?.all?.truth).toBeLessThan(Math.min(...losses.map(Number)));
      expect(truth?.all.calibrationSlope).toBeGreaterThan(0.95);
      expect(truth?.all.calibrationSlope).toBeLessThan(1.05);
      expect(truth?.all.calibrationError).toBeLessThan(
        2.5 * (truth?.all.calibrationErrorByChance ?? 0),
      );
    }
  });
});
