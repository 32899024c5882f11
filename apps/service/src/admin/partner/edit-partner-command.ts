import { Command } from 'commander';
import { OperatorError } from '../terminal/operator-error.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { editPartner } from './edit-partner.ts';

interface EditOptions {
  name?: string;
  redirectUri?: string[];
  addRedirectUri?: string[];
  removeRedirectUri?: string[];
  json: boolean;
}

/** `partner edit`: what was mistyped, or is another by now. */
export function editPartnerCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return new Command('edit')
    .description('Change the name of a partner, or its callback addresses.')
    .argument('<client_id>')
    .option('--name <name>', 'what players see when they connect')
    .option('--redirect-uri <address...>', 'all callback addresses, in place of those there are')
    .option('--add-redirect-uri <address...>', 'callback addresses besides those there are')
    .option('--remove-redirect-uri <address...>', 'callback addresses to take away')
    .option(...AS_JSON)
    .addHelpText('after', editHelp)
    .action((clientId: string, { json, ...options }: EditOptions) =>
      withDependencies(async (dependencies) => {
        if (Object.keys(options).length === 0) {
          throw new OperatorError('Say what to change: `partner edit --help` lists what can be.');
        }
        const { name, redirectUris } = await editPartner(dependencies, clientId, {
          name: options.name,
          redirectUris: options.redirectUri,
          addedRedirectUris: options.addRedirectUri,
          removedRedirectUris: options.removeRedirectUri,
        });
        printResult(
          print,
          { json },
          {
            value: { clientId, name, redirectUris },
            lines: [
              `Name          ${name}`,
              ...redirectUris.map((address) => `Redirects to  ${address}`),
            ],
          },
        );
      }),
    );
}

const editHelp = `
It holds from the next request on, on all instances. A player who is on the way to an address that is taken
away is shown an error instead. The client_id stays: the partner has it in its configuration.`;
