import { expect, it } from 'vitest';
import { databaseName } from './database-name.ts';
import { readDatabaseHosts } from './hosts.ts';

const one = (address: string, needsPrimary = false) => ({ addresses: [address], needsPrimary });

it.each([
  ['postgres://ann:p%40ss@db:5433/club?sslmode=require', undefined],
  ['postgresql:///club?host=/var/run/postgresql', undefined],
  ['postgres://db/club?target_session_attrs=any', one('postgres://db/club')],
  ['postgres://db/club?target_session_attrs=primary', one('postgres://db/club', true)],
  ['postgres://[::1]:5433/club', undefined],
  [
    'postgres://ann:p%40ss@one:5432,two,[::1]:5433/club?sslmode=require&target_session_attrs=read-write',
    {
      addresses: [
        'postgres://ann:p%40ss@one:5432/club?sslmode=require',
        'postgres://ann:p%40ss@two/club?sslmode=require',
        'postgres://ann:p%40ss@[::1]:5433/club?sslmode=require',
      ],
      needsPrimary: true,
    },
  ],
  ['postgres://one,two', { addresses: ['postgres://one', 'postgres://two'], needsPrimary: true }],
])('reads the hosts of %s', (address, hosts = one(address)) => {
  expect(readDatabaseHosts(address)).toEqual(hosts);
});

it.each([
  ['postgres://one,two:port/club', 'an address'],
  ['postgres://ann@/club@one,two', 'an address'],
  ['mysql://one,two/club', 'an address'],
  ['one,two', 'an address'],
  ['postgres://one/club?target_session_attrs=standby', 'written'],
  ['postgres://one,two/club?target_session_attrs=prefer-standby', 'written'],
])('refuses %s', (address, reason) => {
  expect(() => readDatabaseHosts(address)).toThrow(reason);
});

it('names all hosts of a database, and no password', () => {
  const databaseUrl = 'postgres://ann:hidden@one:5433,two/club';
  expect(databaseName({ databaseUrl, dataDirectory: '' })).toBe(
    'PostgreSQL at one:5433 or two, club',
  );
});
