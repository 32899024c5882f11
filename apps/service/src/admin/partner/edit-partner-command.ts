import { Command } from 'commander';
import { OperatorError } from '../terminal/operator-error.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { editPartner } from './edit-partner.ts';
import { describeTokens } from './partner-state.ts';

interface EditOptions {
  name?: string;
  redirectUri?: string[];
  addRedirectUri?: string[];
  removeRedirectUri?: string[];
  requireDpop?: boolean;
  json: boolean;
}

/** `partner edit`: what was mistyped, or is another by now. */
export function editPartnerCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return new Command('edit')
    .description('Change the name of a partner, its callback addresses, or the kind of its tokens.')
    .argument('<client_id>')
    .option('--name <name>', 'what players see when they connect')
    .option('--redirect-uri <address...>', 'all callback addresses, instead of the present ones')
    .option('--add-redirect-uri <address...>', 'callback addresses besides those there are')
    .option('--remove-redirect-uri <address...>', 'callback addresses to take away')
    .option('--require-dpop', 'give it access tokens only that are bound to a key (RFC 9449)')
    .option('--no-require-dpop', 'give it bearer tokens too, where it sends no proof')
    .option(...AS_JSON)
    .addHelpText('after', editHelp)
    .action((clientId: string, { json, ...options }: EditOptions) =>
      withDependencies(async (dependencies) => {
        if (Object.keys(options).length === 0) {
          throw new OperatorError('Say what to change: `partner edit --help` lists what can be.');
        }
        const { name, redirectUris, requireDpop } = await editPartner(dependencies, clientId, {
          name: options.name,
          redirectUris: options.redirectUri,
          addedRedirectUris: options.addRedirectUri,
          removedRedirectUris: options.removeRedirectUri,
          requireDpop: options.requireDpop,
        });
        printResult(
          print,
          { json },
          {
            value: { clientId, name, redirectUris, requireDpop },
            lines: [
              `Name          ${name}`,
              ...redirectUris.map((address) => `Redirects to  ${address}`),
              `Tokens        ${describeTokens(requireDpop)}`,
            ],
          },
        );
      }),
    );
}

const editHelp = `
It holds from the next request on, on all instances. A player who is on the way to an address that is taken
away is shown an error instead. The client_id stays: the partner has it in its configuration.

With --require-dpop a token request without a DPoP proof is refused. Bearer tokens that it has already work until
they expire.`;
