import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const guide = readFileSync(new URL('../guides/how-good.md', import.meta.url), 'utf8');

/** Returns the part of the guide with this name, which `generate` wrote. */
const part = (name: string) => guide.split(`<!-- ${name} -->`)[1]?.split(`<!-- /${name} -->`)[0];

it('the page on how good the ratings are claims only what its figures show', () => {
  const losses = new Map(
    Array.from(
      part('games')?.matchAll(/^\| (.+?) \| (0\.\d+) \|/gm) ?? [],
      ([, name = '', loss]) => [name, Number(loss)],
    ),
  );
  const [ours = Number.NaN, theirs = []] = [
    losses.get('**these ratings**'),
    ['Elo', 'Glicko-2', 'OpenSkill'].map((rival) =>
      Number([...losses].find(([name]) => name.startsWith(rival))?.[1]),
    ),
  ];
  expect(ours).toBeLessThan(Math.min(...theirs));
  expect(part('league')).toMatch(/ less than that of .* \(95 % .*: −0\.\d{4} to −0\.\d{4}\)\.$/m);
});

it('the page on how good the ratings are claims little knowledge about a pair that only plays together', () => {
  const [, percent] = /who only play together\? \| (\d+)% \|/.exec(part('differences') ?? '') ?? [];
  expect(Number(percent)).toBeLessThanOrEqual(30);
});
