import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { createAccount } from '../accounts/create-account.ts';
import type { Gender } from '../platform/database/schema.ts';
import { claimCommand } from './claim-command.ts';
import { setDiscovery } from './discovery.ts';
import { DEFAULT_KEY_SCOPES, KEY_SCOPES } from './key-scopes.ts';
import { createKey, createPartner, listPartnerKeys, revokePartnerKey } from './partners.ts';
import { ratingsCommand } from './ratings-command.ts';
import { secretsCommand } from './secrets-command.ts';
import type { Terminal, WithDependencies } from './terminal.ts';

/** The operator's commands: partners and their keys, members and their accounts, ratings, secrets. */
export function operatorCommand(withDependencies: WithDependencies, terminal: Terminal): Command {
  const command = new Command('operator')
    .description('Commands for the operator of the service. Settings come from the environment.')
    .showHelpAfterError();
  command.addCommand(partnerCommand(withDependencies, terminal));
  command.addCommand(memberCommand(withDependencies, terminal));
  command.addCommand(ratingsCommand(withDependencies, terminal));
  command.addCommand(secretsCommand(withDependencies, terminal));
  return command;
}

function partnerCommand(withDependencies: WithDependencies, { print }: Terminal): Command {
  const partner = new Command('partner').description('Partner applications and their API keys.');

  partner
    .command('create')
    .description('Make a partner application and its first key.')
    .argument('<slug>', 'the OAuth client_id: lower-case letters, digits and hyphens')
    .requiredOption('--name <name>', 'what players see when they connect')
    .requiredOption(
      '--redirect-uri <address...>',
      'callback addresses, compared character by character',
    )
    .action((slug: string, options: { name: string; redirectUri: string[] }) =>
      withDependencies(async (dependencies) => {
        const { name, redirectUri: redirectUris } = options;
        const { applicationId } = await createPartner(dependencies, {
          clientId: slug,
          name,
          redirectUris,
        });
        const { keyId, apiKey } = await createKey(dependencies, { clientId: slug });
        print(`Application  ${applicationId}`);
        print(`client_id    ${slug}`);
        print(`Key id       ${keyId}`);
        print(`API key      ${apiKey}`);
        print('Keep the API key: it is not shown again.');
      }),
    );

  const key = partner.command('key').description('API keys of a partner.');
  key
    .command('create')
    .description('Make another key; the ones there are go on working.')
    .argument('<slug>')
    .option('--scope <scope...>', `of ${KEY_SCOPES.join(', ')}`, [...DEFAULT_KEY_SCOPES])
    .option('--expires <time>', 'when the key stops working, as RFC 3339', parseTime)
    .action((slug: string, options: { scope: string[]; expires?: Date }) =>
      withDependencies(async (dependencies) => {
        const { keyId, apiKey } = await createKey(dependencies, {
          clientId: slug,
          scopes: options.scope,
          expiresAt: options.expires ?? null,
        });
        print(`Key id   ${keyId}`);
        print(`API key  ${apiKey}`);
        print('Keep the API key: it is not shown again.');
      }),
    );
  key
    .command('list')
    .description('List the keys of a partner, by their public prefix.')
    .argument('<slug>')
    .action((slug: string) =>
      withDependencies(async (dependencies) => {
        for (const row of await listPartnerKeys(dependencies, slug)) {
          print(
            [
              row.id,
              `${row.prefix}…`,
              stateOf(row, dependencies.clock()),
              `made ${row.created_at.toISOString()}`,
              `last used ${row.last_used_at?.toISOString() ?? 'never'}`,
              row.scopes.join(' '),
            ].join('  '),
          );
        }
      }),
    );
  key
    .command('revoke')
    .description('Stop a key at once.')
    .argument('<key-id>', 'key_…, as listed')
    .action((keyId: string) =>
      withDependencies(async (dependencies) => {
        await revokePartnerKey(dependencies, keyId);
        print(`Revoked ${keyId}. Requests with it are refused from now on.`);
      }),
    );
  return partner;
}

function memberCommand(
  withDependencies: WithDependencies,
  { print, readInput }: Terminal,
): Command {
  const member = new Command('member').description('Members and the accounts they log in with.');
  member
    .command('create')
    .description('Make a member with an account. The password is read from standard input.')
    .requiredOption('--email <email>')
    .requiredOption('--first-name <name>')
    .requiredOption('--last-name <name>')
    .option('--birth-date <date>', 'YYYY-MM-DD; without it the player is in no age bracket')
    .addOption(
      new Option('--gender <gender>', 'counts for gender and mixed brackets')
        .choices(['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'])
        .default('UNKNOWN'),
    )
    .option('--city <city>')
    .option('--state <state>')
    .option('--zip <zip>')
    .option('--country <country>', 'ISO 3166-1 alpha-2')
    .action((options: MemberOptions) =>
      withDependencies(async (dependencies) => {
        const password = (await readInput()).replace(/\r?\n$/, '');
        const { memberId, memberNumber } = await createAccount(dependencies, {
          ...options,
          password,
        });
        print(`Member         ${memberId}`);
        print(`Member number  ${memberNumber}`);
      }),
    );
  member
    .command('discovery')
    .description(
      'Show a member in search and on leaderboards, or nowhere but to connected partners.',
    )
    .argument('<member>', 'mem_… or a member number')
    .addArgument(new Argument('<state>', 'whether the member is found').choices(['on', 'off']))
    .action((reference: string, state: 'on' | 'off') =>
      withDependencies(async (dependencies) => {
        const { memberId, name } = await setDiscovery(dependencies, reference, state === 'on');
        const words = state === 'on' ? 'is shown in' : 'is left out of';
        print(`${name} (${memberId}) ${words} search and leaderboards.`);
      }),
    );
  member.addCommand(claimCommand(withDependencies, { print }));
  return member;
}

interface MemberOptions {
  email: string;
  firstName: string;
  lastName: string;
  birthDate?: string;
  gender: Gender;
  city?: string;
  state?: string;
  zip?: string;
  country?: string;
}

function stateOf(key: { revoked_at: Date | null; expires_at: Date | null }, now: Date): string {
  if (key.revoked_at !== null) return `revoked ${key.revoked_at.toISOString()}`;
  if (key.expires_at === null) return 'live';
  const word = key.expires_at > now ? 'live until' : 'expired';
  return `${word} ${key.expires_at.toISOString()}`;
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('Give a time like 2027-01-31T00:00:00Z.');
  }
  return time;
}
