import { Command } from 'commander';
import { sealingKey } from '../platform/configuration/setting-parsers.ts';
import { createSecretSealing, SecretsKeyError } from '../platform/secrets/sealing.ts';
import { changeSecretsKey } from '../webhooks/change-secrets-key.ts';
import { OperatorError } from './partners.ts';
import type { Terminal, WithDependencies } from './terminal.ts';

/** The operator's command about the key that seals secrets. */
export function secretsCommand(
  withDependencies: WithDependencies,
  { print, readInput }: Terminal,
): Command {
  const secrets = new Command('secrets').description('The key that seals secrets at rest.');
  secrets
    .command('change-key')
    .description(
      'Make the present key (SECRETS_KEY, or secrets.key in DATA_DIR) the one of the database. The previous key is read from standard input.',
    )
    .option('--lost', 'there is no previous key any more', false)
    .addHelpText('after', changeHelp)
    .action(({ lost: isLost }: { lost: boolean }) =>
      withDependencies(async (dependencies) => {
        const previous = isLost ? null : sealingOf(await readInput());
        const { readable, lost } = await changeSecretsKey(dependencies, previous).catch(refuse);
        print(`Endpoints whose secrets the present key opens  ${readable}`);
        print(`Endpoints whose secrets are lost               ${lost.length}`);
        if (lost.length > 0) {
          print('Ask these partners to rotate the secret of their endpoint, or to set it again:');
          for (const clientId of lost) print(`  ${clientId}`);
        }
      }),
    );
  return secrets;
}

function sealingOf(input: string) {
  try {
    return createSecretSealing({ secretsKey: sealingKey(input.trim()), dataDirectory: '' });
  } catch (cause) {
    throw new OperatorError(
      'Give the previous key on standard input, 32 bytes as base64, or say --lost.',
      { cause },
    );
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof SecretsKeyError)) throw error;
  throw new OperatorError(
    'The key on standard input is not the one this database was sealed with.',
    { cause: error },
  );
}

const changeHelp = `
Stop all instances first: one that runs goes on with the key it was started with. The signing secrets
of webhooks are sealed with the present key from then on, and partners notice nothing.

With --lost they cannot be read any more. Each endpoint that is listed is sent nothing until its
partner rotates the secret or sets the endpoint again, which shows a new one; events wait meanwhile,
as long as deliveries are retried.`;
