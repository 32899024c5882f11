import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import { withListeningCommand } from './webhook-target.ts';

const targets = (environment: Record<string, string>) =>
  withListeningCommand(readConfiguration(environment)).webhookPrivateTargets;

describe('webhooks may go to the listening command', () => {
  it.each([{}, { HOST: '127.0.0.1' }, { HOST: '::1', PORT: '8080' }])(
    'by default: %j',
    (setting) => {
      expect(targets(setting)).toEqual(['localhost:4020']);
    },
  );
});

describe('webhooks may go to no private address', () => {
  it.each([
    ['without the demonstration', { SEED: 'none' }],
    ['where other machines reach the service', { HOST: '0.0.0.0' }],
    ['behind a proxy', { PUBLIC_URL: 'https://ratings.example' }],
  ])('%s', (_, setting: Record<string, string>) => {
    expect(targets(setting)).toEqual([]);
  });
});

it('what the operator says is not added to', () => {
  expect(targets({ WEBHOOK_PRIVATE_TARGETS: 'localhost:4000' })).toEqual(['localhost:4000']);
});
