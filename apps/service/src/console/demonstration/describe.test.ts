import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { withTargetsOnThisMachine } from './describe.ts';

const targets = (environment: Record<string, string>, redirectUris: string[] = []) =>
  withTargetsOnThisMachine(readConfiguration(environment), redirectUris).webhookPrivateTargets;

describe('webhooks may go to the listening command', () => {
  testRows([{}, { HOST: '127.0.0.1' }, { HOST: '::1', PORT: '8080' }])('by default', (setting) => {
    expect(targets(setting)).toEqual(['localhost:4020']);
  });
});

testRows([
  ['http://localhost:8080/callback', 'localhost:8080'],
  ['http://127.0.0.1/callback', '127.0.0.1:80'],
  ['https://[::1]:8443/callback', '[::1]:8443'],
])(
  'webhooks may go to an application on this machine, at the port of its redirect address',
  (address, target) => {
    expect(targets({}, [address])).toEqual(['localhost:4020', target]);
    expect(targets({ HOST: '0.0.0.0' }, [address])).toEqual([]);
  },
);

testRows(['https://club.example/callback', 'com.example.club:/callback'])(
  'an application elsewhere opens no port here',
  (address) => {
    expect(targets({}, [address])).toEqual(['localhost:4020']);
  },
);

describe('webhooks may go to no private address', () => {
  testRows([
    ['without the demonstration', { SEED: 'none' }],
    ['if other machines reach the service', { HOST: '0.0.0.0' }],
    ['behind a proxy', { PUBLIC_URL: 'https://ratings.example' }],
  ])(
    'if there is no demonstration, or others can reach it',
    (_, setting: Record<string, string>) => {
      expect(targets(setting)).toEqual([]);
    },
  );
});

it('keeps the setting of the operator unchanged', () => {
  expect(targets({ WEBHOOK_PRIVATE_TARGETS: 'localhost:4000' })).toEqual(['localhost:4000']);
});
