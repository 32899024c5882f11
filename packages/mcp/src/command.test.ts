import { testRows } from '@partner-rating/table-tests';
import { expect, test } from 'vitest';
import { CommandError, readCommand } from './command.ts';

const key = { SERVICE_API_KEY: 'prk_test' };

test('the credential comes from the environment', () => {
  expect(readCommand([], key)).toEqual({ client: { apiKey: 'prk_test' }, port: undefined });
  expect(
    readCommand(['--port=0'], { SERVICE_ACCESS_TOKEN: 'pra_test', SERVICE_API_KEY: '' }),
  ).toEqual({
    client: { accessToken: 'pra_test' },
    port: 0,
  });
});

test('help and version need no credential', () => {
  expect(readCommand(['--help'], {})).toBe('help');
  expect(readCommand(['--version'], {})).toBe('version');
});

testRows([
  ['no credential', [], {}, 'SERVICE_API_KEY'],
  ['two credentials', [], { ...key, SERVICE_ACCESS_TOKEN: 'pra_test' }, 'Remove one of them'],
  ['an unknown option', ['--prot=1'], key, '--help'],
  ['an invalid port', ['--port=65536'], key, '--port must be'],
])('invalid settings are refused with advice', (_, args, environment, message) => {
  expect(() => readCommand(args, environment)).toThrow(CommandError);
  expect(() => readCommand(args, environment)).toThrow(message);
});
