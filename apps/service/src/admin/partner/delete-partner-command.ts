import { Command } from 'commander';
import {
  type ConfirmationOptions,
  confirm,
  confirmationOptions,
  refuseToAskPrograms,
} from '../terminal/confirm.ts';
import { printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { deletePartner } from './delete-partner.ts';
import { requireLivePartner } from './partners.ts';

/** `partner delete`: a partner that will not come back. */
export function deletePartnerCommand(
  withDependencies: WithDependencies,
  terminal: Pick<Terminal, 'print' | 'readLine'>,
): Command {
  return confirmationOptions(new Command('delete'))
    .description('End a partner: keys, connections, tokens and webhooks. This cannot be undone.')
    .argument('<client_id>')
    .option('--reason <text>', 'for the audit; nobody else is shown it')
    .addHelpText('after', deleteHelp)
    .action((clientId: string, options: ConfirmationOptions & { reason?: string }) =>
      withDependencies(async (dependencies) => {
        refuseToAskPrograms(options);
        const { name } = await requireLivePartner(dependencies.database, clientId);
        await confirm(terminal, options, {
          warning: `This ends ${name} (${clientId}), and cannot be undone. \`partner suspend\` can.`,
          what: 'its client_id',
          answer: clientId,
          refusal: 'Nothing was deleted: that is not the client_id.',
        });
        const deletion = await deletePartner(dependencies, clientId, options);
        printResult(terminal.print, options, {
          value: { clientId, deleted: true, ...deletion },
          lines: [
            `Deleted ${clientId}. Its matches stay, under its name.`,
            `Keys that ended         ${deletion.keys}`,
            `Connections that ended  ${deletion.connections}`,
            `Endpoints deleted       ${deletion.endpoints}`,
          ],
        });
      }),
    );
}

const deleteHelp = `
Keys, tokens and connections end at once, and its endpoints go with what waits for them; players read on their
account page that it was disconnected. Matches and ratings stay, and say who submitted them. The client_id is not
given to another partner.`;
