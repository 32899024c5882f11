import { readFileSync } from 'node:fs';
import { ratingOf, reliabilityOf, UNCONNECTED, winProbability } from '@partner-rating/ratings';
import { expect, it } from 'vitest';

const guide = readFileSync(new URL('../../docs/guides/ratings.md', import.meta.url), 'utf8');

/** Returns the skill of a player with this rating and a reliability of 0.95. */
function skillRated(rating: number) {
  let [low, high] = [-100, 200];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (ratingOf(middle) < rating) low = middle;
    else high = middle;
  }
  const sigma = (25 / 3) * Math.sqrt(0.05);
  expect(reliabilityOf(sigma)).toBe(0.95);
  return { mu: low, sigma, ...UNCONNECTED };
}

const formats = [
  ['Pickleball, one game to 11', { sport: 'pickleball', winScore: 11, bestOf: 1 }],
  ['Pickleball, best of three', { sport: 'pickleball', winScore: 11, bestOf: 3 }],
  ['Padel, best of three sets', { sport: 'padel', winScore: 6, bestOf: 3 }],
  ['Tennis, one set', { sport: 'tennis', winScore: 6, bestOf: 1 }],
  ['Tennis, best of three sets', { sport: 'tennis', winScore: 6, bestOf: 3 }],
  ['Badminton, best of three to 21', { sport: 'badminton', winScore: 21, bestOf: 3 }],
] as const;

it('the guide states the worth of a point as in the model', () => {
  const rows = formats.map(([name, format]) => {
    const teams = [[skillRated(4.5)], [skillRated(3.5)]];
    const [higher = 0] = winProbability(teams, { ...format, winBy: 2 });
    return `| ${name} | ${Math.round(100 * higher)} of 100 |`;
  });
  const table = ['| What is played | Wins |', '|---|---|', ...rows].join('\n');
  const [, written = ''] = /<!-- worth -->\n([\s\S]*?)\n?<!-- \/worth -->/.exec(guide) ?? [];
  expect(written).toBe(table);
});
