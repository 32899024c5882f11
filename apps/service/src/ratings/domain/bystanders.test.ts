import { expect, it } from 'vitest';
import type { LedgerMatch } from '../store/ledger.ts';
import type { MemberPosition, StoredState } from '../store/player-states.ts';
import { withBystanders } from './bystanders.ts';

const matches = [1, 2, 3].map((arrival) => ({ arrival }) as LedgerMatch);
const position = (memberId: string, arrival: number) => ({ memberId, arrival }) as MemberPosition;
const state = (memberId: string, mu: number) =>
  ({
    ...{ memberId, sport: 'padel', brackets: ['overall-open'] },
    numbers: Float64Array.of(mu, 5, 3.5, 4, 0),
  }) as unknown as StoredState;

it('gives each match the ratings of those who stand by, as they were just before it', () => {
  const bystanders = [position('mike', 1), position('priya', 3), position('mike', 3)];
  const found = withBystanders(matches, bystanders, [state('mike', 20), null, state('mike', 22)]);
  expect(found[0]?.bystanders?.get('mike')?.get('mike', 'padel', 'overall-open')).toEqual({
    ...{ mu: 20, sigma: 5, rating: 3.5, games: 4, lastPlayed: 0 },
  });
  expect(found[1]).toBe(matches[1]);
  const third = found[2]?.bystanders;
  expect([...(third?.keys() ?? [])]).toEqual(['priya', 'mike']);
  expect(third?.get('mike')?.get('mike', 'padel', 'overall-open')?.mu).toBe(22);
  expect(third?.get('priya')?.of('priya')).toEqual([]);
});

it('leaves the matches as they are where nobody stands by', () => {
  expect(withBystanders(matches, [], [])).toEqual(matches);
});
