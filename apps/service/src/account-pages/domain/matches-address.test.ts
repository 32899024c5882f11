import { expect, it } from 'vitest';
import { isMatchesAddress, matchesAddress } from './matches-address.ts';

const matchId = 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d';

it.each([
  [null, '/account/matches'],
  [matchId, `/account/matches?before=${matchId}`],
])('the page before %j can be gone back to', (before, address) => {
  expect(matchesAddress(before)).toBe(address);
  expect(isMatchesAddress(address)).toBe(true);
});

it.each([
  null,
  '',
  'https://evil.example/account/matches',
  '//evil.example/account/matches',
  '/account/matches/',
  '/account/matches?before=',
  `/account/matches?before=${matchId}&next=x`,
  `/account/matches?before=${matchId.slice(1)}`,
  `/account/matches?before=${matchId.toUpperCase()}`,
])('nobody is sent anywhere else: %j', (text) => {
  expect(isMatchesAddress(text)).toBe(false);
});
