import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { CommandError, helpText, readOptions } from './options.ts';

const command = ['webhooks', 'listen'];
const key = { SERVICE_API_KEY: 'prk_1' };

describe('the options', () => {
  test('default to a service on this machine', () => {
    expect(readOptions(command, key)).toEqual({
      apiKey: 'prk_1',
      baseUrl: undefined,
      environment: 'local',
      port: 4020,
      url: undefined,
      events: undefined,
      json: false,
    });
  });

  test('override the environment variables', () => {
    const words =
      '--api-key prk_2 --base-url https://ratings.example/api/v1 --port 0 --url https://a.example/b ' +
      '--events rating.updated,webhook.test --json';
    const environment = { ...key, SERVICE_ENV: 'mock' };
    expect(readOptions([...command, ...words.split(' ')], environment)).toEqual({
      apiKey: 'prk_2',
      baseUrl: 'https://ratings.example/api/v1',
      environment: 'mock',
      port: 0,
      url: 'https://a.example/b',
      events: ['rating.updated', 'webhook.test'],
      json: true,
    });
  });

  test.each([['--help'], ['-h'], [...command, '--help']])('%s prints the help', (...words) => {
    expect(readOptions(words, {})).toBe('help');
  });

  test('can print the version', () => {
    expect(readOptions(['--version'], {})).toBe('version');
  });

  test('are all described in the help', () => {
    for (const name of 'api-key base-url port url events json help'.split(' ')) {
      expect(helpText).toContain(`  --${name} `);
    }
  });

  testRows([
    ['no command', [], '--help'],
    ['another command', ['webhooks', 'send'], 'Unknown command'],
    ['an unknown option', [...command, '--prot', '1'], "'--prot'"],
    ['an option without its value', [...command, '--port'], '--port'],
    ['an invalid port', [...command, '--port', '70000'], '65535'],
    ['an invalid URL', [...command, '--url', 'courtside'], '--url'],
  ])('are refused if they are invalid', (_, words, sentence) => {
    expect(() => readOptions(words, key)).toThrow(CommandError);
    expect(() => readOptions(words, key)).toThrow(sentence);
  });

  test('are refused if the API key is missing', () => {
    expect(() => readOptions(command, {})).toThrow('SERVICE_API_KEY');
    expect(() => readOptions(command, { SERVICE_API_KEY: '' })).toThrow('SERVICE_API_KEY');
  });
});
