import { Command } from 'commander';
import { sealingKey } from '../../platform/configuration/setting-parsers.ts';
import { createSecretSealing, SecretsKeyError } from '../../platform/secrets/sealing.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { type ChangedKey, changeSecretsKey } from './change-secrets-key.ts';

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
    .option(...AS_JSON)
    .addHelpText('after', changeHelp)
    .action(({ lost: isLost, json }: { lost: boolean; json: boolean }) =>
      // A service that runs would go on with the key it was started with.
      withDependencies(
        async (dependencies) => {
          const previous = isLost ? null : sealingOf(await readInput());
          const changed = await changeSecretsKey(dependencies, previous).catch(refuse);
          printResult(print, { json }, { value: changed, lines: linesOf(changed) });
        },
        { isAlone: true },
      ),
    );
  return secrets;
}

function linesOf({ endpoints, secondFactors }: ChangedKey): string[] {
  const list = (heading: string, lost: readonly string[]) =>
    lost.length === 0 ? [] : [heading, ...lost.map((one) => `  ${one}`)];
  return [
    `Endpoints whose secrets the present key opens   ${endpoints.readable}`,
    `Endpoints whose secrets are lost                ${endpoints.lost.length}`,
    `Second factors whose key the present key opens  ${secondFactors.readable}`,
    `Second factors whose key is lost                ${secondFactors.lost.length}`,
    ...list(
      'Ask these partners to rotate the secret of the endpoint, or to set it again:',
      endpoints.lost,
    ),
    ...list(
      'These players log in with a recovery code alone until they set it up again:',
      secondFactors.lost,
    ),
  ];
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
of webhooks and the keys of second factors are sealed with the present key from then on, and nobody
notices anything.

With --lost they cannot be read any more, and ghosts are no longer recognised by what their importers
said of them, nor offered to the owner of their address: \`member claim\` joins them. Each endpoint
that is listed is sent nothing until its partner rotates the secret or sets the endpoint again, which shows a new one; events wait meanwhile,
as long as deliveries are retried. Each player who is listed logs in with a recovery code and turns the
second factor off and on again; for those without one there is \`operator member second-factor remove\`.`;
