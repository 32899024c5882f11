import { Command } from 'commander';
import {
  deletePartner,
  describeTokens,
  editPartner,
  LIMIT_CLASSES,
  partnerState,
} from '../actions/edit-partner.ts';
import { requireLivePartner, type ShownPartner, showPartner } from '../actions/partners.ts';
import {
  AS_JSON,
  type ConfirmationOptions,
  confirm,
  confirmationOptions,
  counted,
  type Labelled,
  labelled,
  OperatorError,
  printResult,
  refuseToAskPrograms,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

/** `partner show`: what there is to know of one partner. */
export function showPartnerCommand(
  withDependencies: WithDependencies,
  { print }: Terminal,
): Command {
  return new Command('show')
    .description('Show a partner: its addresses, limits, keys, connections, endpoints and batches.')
    .argument('<client_id>')
    .option(...AS_JSON)
    .action((clientId: string, { json }: { json: boolean }) =>
      withDependencies(async (dependencies) => {
        const partner = await showPartner(dependencies, clientId);
        printResult(print, { json }, { value: partner, lines: labelled(linesOf(partner)) });
      }),
    );
}

function linesOf(partner: ShownPartner): Labelled {
  const { lastUsedAt, lastBatchAt, failingEndpoints } = partner;
  const since = (time: Date | null) => time?.toISOString() ?? 'never';
  const limits = LIMIT_CLASSES.flatMap((name) => {
    const limit = partner.limits[name];
    return limit === undefined ? [] : [`${name} ${limit === 0 ? 'none' : limit}`];
  });
  return [
    ['Application', partner.applicationId],
    ['client_id', partner.clientId],
    ['Name', partner.name],
    ['State', partnerState(partner)],
    ['Made', partner.createdAt.toISOString()],
    ...partner.redirectUris.map((address) => ['Redirects to', address] as const),
    ['Tokens', describeTokens(partner.requireDpop)],
    ['Own limits', limits.length === 0 ? 'none: those of the service' : limits.join(', ')],
    ['Live keys', `${partner.liveKeys}, last used ${since(lastUsedAt)}`],
    ['Connected', counted(partner.connectedPlayers, 'player', 'players')],
    [
      'Webhooks',
      `${counted(partner.webhookEndpoints, 'endpoint', 'endpoints')}, ${failingEndpoints} failing`,
    ],
    ['Batches', `${partner.batches}, the last ${since(lastBatchAt)}`],
  ];
}

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
  { print }: Terminal,
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
            lines: labelled([
              ['Name', name],
              ...redirectUris.map((address) => ['Redirects to', address] as const),
              ['Tokens', describeTokens(requireDpop)],
            ]),
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

/** `partner delete`: a partner that will not come back. */
export function deletePartnerCommand(
  withDependencies: WithDependencies,
  terminal: Terminal,
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
