import { Command, Option } from 'commander';
import {
  createKey,
  DEFAULT_KEY_SCOPES,
  KEY_SCOPES,
  type ListedKey,
  listPartnerKeys,
  revokePartnerKey,
  showKey,
} from '../actions/keys.ts';
import {
  AS_JSON,
  type ListOptions,
  labelled,
  listOptions,
  printList,
  printResult,
  readTime,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

/** `partner key`: the API keys of a partner. */
export function keyCommand(withDependencies: WithDependencies, { print }: Terminal): Command {
  const key = new Command('key').description('API keys of a partner.');
  key
    .command('create')
    .description('Make another key; the ones there are go on working.')
    .argument('<client_id>')
    .option('--scope <scope...>', `of ${KEY_SCOPES.join(', ')}`, [...DEFAULT_KEY_SCOPES])
    .option('--expires <time>', 'when the key stops working, as RFC 3339', readTime)
    .option(...AS_JSON)
    .action((clientId: string, options: { scope: string[]; expires?: Date; json: boolean }) =>
      withDependencies(async (dependencies) => {
        const { keyId, apiKey } = await createKey(dependencies, {
          clientId,
          scopes: options.scope,
          expiresAt: options.expires ?? null,
        });
        printResult(print, options, {
          value: { keyId, apiKey },
          lines: [
            ...labelled([
              ['Key id', keyId],
              ['API key', apiKey],
            ]),
            'Keep the API key: it is not shown again.',
          ],
        });
      }),
    );
  const list = key
    .command('list')
    .description('List the keys of a partner, by their public prefix.')
    .argument('<client_id>');
  const after = new Option('--after <key-id>', 'go on after this one: key_…');
  listOptions(list, 'keys', after).action(
    (clientId: string, options: ListOptions & { after?: string }) =>
      withDependencies(async (dependencies) => {
        printList(print, options, await listPartnerKeys(dependencies, clientId, options), {
          line: (each) => describe(each, dependencies.clock()),
          none: 'There is no such key.',
          more: ({ keyId }) => `add --after ${keyId}`,
        });
      }),
  );
  key
    .command('show')
    .description('Show a key: whose it is, what it may do, when it ends and was last used.')
    .argument('<key-id>', 'key_…, as listed')
    .option(...AS_JSON)
    .action((keyId: string, options: { json: boolean }) =>
      withDependencies(async (dependencies) => {
        const key = await showKey(dependencies, keyId);
        const lines = labelled([
          ['Key id', key.keyId],
          ['Begins with', key.prefix],
          ['Partner', key.clientId],
          ['State', stateOf(key, dependencies.clock())],
          ['Made', key.createdAt.toISOString()],
          ['Last used', key.lastUsedAt?.toISOString() ?? 'never'],
          ...key.scopes.map((scope) => ['May', scope] as const),
        ]);
        printResult(print, options, { value: key, lines });
      }),
    );
  key
    .command('revoke')
    .description('Stop a key at once.')
    .argument('<key-id>', 'key_…, as listed')
    .option('--end-tokens', 'end all tokens of the partner too, where the key may have leaked')
    .option(...AS_JSON)
    .action((keyId: string, { endTokens = false, json }: { endTokens?: boolean; json: boolean }) =>
      withDependencies(async (dependencies) => {
        const options = { endsTokens: endTokens };
        const { endedTokens } = await revokePartnerKey(dependencies, keyId, options);
        const revoked = `Revoked ${keyId}. Requests with it are refused from now on.`;
        const ended = `Ended ${endedTokens} tokens. Players have to connect again.`;
        const lines = endTokens ? [revoked, ended] : [revoked];
        printResult(print, { json }, { value: { keyId, endedTokens }, lines });
      }),
    );
  return key;
}

function describe(key: ListedKey, now: Date): string {
  return [
    key.keyId,
    `${key.prefix}…`,
    stateOf(key, now),
    `made ${key.createdAt.toISOString()}`,
    `last used ${key.lastUsedAt?.toISOString() ?? 'never'}`,
    key.scopes.join(' '),
  ].join('  ');
}

function stateOf({ revokedAt, expiresAt }: ListedKey, now: Date): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`;
  if (expiresAt === null) return 'live';
  return `${expiresAt > now ? 'live until' : 'expired'} ${expiresAt.toISOString()}`;
}
