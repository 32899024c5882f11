import { Command } from 'commander';
import { SecretsKeyError } from '../../platform/secrets/sealing.ts';
import { type ResealedSecrets, resealSecrets } from '../actions/list-entries.ts';
import {
  AS_JSON,
  counted,
  OperatorError,
  printResult,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

interface Options {
  lost: boolean;
  dryRun: boolean;
  json: boolean;
}

/** The operator's command about the keys that seal secrets. */
export function secretsCommand(
  withDependencies: WithDependencies,
  { print, printProgress }: Terminal,
): Command {
  const secrets = new Command('secrets').description('The keys that seal secrets at rest.');
  secrets
    .command('reseal')
    .description(
      'Seal everything with the first key of SECRETS_KEY, and make it the only one of the database.',
    )
    .option('--lost', 'give up what none of the keys opens', false)
    .option('--dry-run', 'say how much remains, and change nothing', false)
    .option(...AS_JSON)
    .addHelpText('after', help)
    .action(({ lost: isLost, dryRun: isDryRun, json }: Options) =>
      withDependencies(async (dependencies) => {
        const value = await resealSecrets(dependencies, {
          isLost,
          isDryRun,
          onProgress: (what, done, total) =>
            printProgress(`${names[what]}: ${done} of ${total}, ${total - done} remain`),
        }).catch(refuse);
        printResult(print, { json }, { value, lines: linesOf(value, isDryRun) });
      }),
    );
  return secrets;
}

const names: Record<keyof ResealedSecrets, string> = {
  endpoints: 'Signing secrets of endpoints',
  secondFactors: 'Keys of second factors',
  operatorKeys: 'Keys of operators',
  answers: 'Answers that show a secret',
};

function linesOf(resealed: ResealedSecrets, isDryRun: boolean): string[] {
  const kinds = Object.keys(names) as (keyof ResealedSecrets)[];
  const width = Math.max(...Object.values(names).map(({ length }) => length));
  const done = isDryRun ? 'remain' : 'sealed again, 0 remain';
  const list = (heading: string, lost: readonly string[]) =>
    lost.length === 0 ? [] : [heading, ...lost.map((one) => `  ${one}`)];
  return [
    ...kinds.map((kind) => {
      const { rows, resealed: changed, lost } = resealed[kind];
      const ofWhich = `${changed} ${done}, ${lost.length} lost`;
      return `${names[kind].padEnd(width)}  ${counted(rows, 'row', 'rows')}: ${ofWhich}`;
    }),
    ...list(
      'Ask these partners to rotate the secret of the endpoint, or to set it again:',
      resealed.endpoints.lost,
    ),
    ...list(
      'These players log in with a recovery code alone until they set it up again:',
      resealed.secondFactors.lost,
    ),
    ...list(
      'These operators cannot log in until `account reset` gives them a new link:',
      resealed.operatorKeys.lost,
    ),
  ];
}

function refuse(error: unknown): never {
  if (!(error instanceof SecretsKeyError)) throw error;
  throw new OperatorError(
    'This database was sealed with a key that SECRETS_KEY lacks. Give it beside the new one, as NEW,OLD, or say ' +
      '--lost where nobody has it any more.',
    { cause: error },
  );
}

const help = `
To change the key while the service runs, in this order:

  1. Set SECRETS_KEY=OLD,NEW and restart the instances one by one: each seals with the old key and opens both.
  2. Set SECRETS_KEY=NEW,OLD and restart them one by one: each seals with the new key.
  3. Give this command with the same SECRETS_KEY. Where it is interrupted, give it again.
  4. Set SECRETS_KEY=NEW and restart them one by one. An instance that has the old key alone is refused.

A single instance may leave the first step out. Keep the old key as long as backups from before.

With --lost, the service stopped, what no key opens is given up. Ghosts are no longer recognised by what their importers
said of them, nor offered to the owner of their address: \`member claim\` joins them. Each endpoint
that is listed is sent nothing until its partner rotates the secret or sets the endpoint again, which shows a new one; events wait meanwhile,
as long as deliveries are retried. Each player who is listed logs in with a recovery code and turns the
second factor off and on again; for those without one there is \`operator member second-factor remove\`.`;
