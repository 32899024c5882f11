import type { Schemas } from '@partner-rating/server';
import { expect, it } from 'vitest';
import { called, finalOf, importOf } from '../testing/tournament.ts';
import { countNamedAddresses } from './participant.ts';

function count(...participants: Schemas.Participant[]): number {
  const matches = participants.map((participant, index) =>
    finalOf(`match-${index}`, [[participant], [called('Carmen Ortiz')]]),
  );
  const work = countNamedAddresses(importOf(matches));
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    expect(value).toBeGreaterThan(0);
  }
}

const email = 'lena.hoffmann@example.com';

it('counts one address as often as there are names beside it', () => {
  const names = Array.from({ length: 100 }, (_, index) => `Lena Hoffmann${index}`);
  expect(count(...names.map((name) => called(name, { email })))).toBe(100);
});

it('counts one address once beside one name, however often and in whatever letters', () => {
  const spellings = ['Lena Hoffmann', 'LENA Hoffmann', 'Léna Hoffmann'];
  const sent = spellings.flatMap((name) => [
    called(name, { email }),
    called(name, { email: email.toUpperCase(), birthYear: 1988 }),
  ]);
  expect(count(...sent)).toBe(1);
});

it('counts each address beside one name, and nobody without an address', () => {
  const addresses = ['one@example.com', 'two@example.com'];
  const sent = addresses.map((address) => called('Lena Hoffmann', { email: address }));
  const without = [called('Lena Hoffmann'), called('Lena Hoffmann', { email: '' })];
  expect(count(...sent, ...without)).toBe(2);
});
