import { Command, Option } from 'commander';
import {
  changeLimits,
  LIMIT_CLASSES,
  partnerState,
  readLimitClass,
  readLimits,
} from '../actions/edit-partner.ts';
import { createKey } from '../actions/keys.ts';
import {
  createPartner,
  type ListedPartner,
  listPartners,
  setSuspension,
} from '../actions/partners.ts';
import {
  AS_JSON,
  type ListOptions,
  listOptions,
  printList,
  printResult,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';
import { keyCommand } from './key-command.ts';
import { deletePartnerCommand, editPartnerCommand, showPartnerCommand } from './partner-record.ts';

/** `partner`: partner applications, what they may do, and their keys. */
export function partnerCommand(withDependencies: WithDependencies, terminal: Terminal): Command {
  const { print } = terminal;
  const partner = new Command('partner').description('Partner applications and their API keys.');

  partner
    .command('create')
    .description('Make a partner application and its first key.')
    .argument('<client_id>', 'the OAuth client_id: lower-case letters, digits and hyphens')
    .requiredOption('--name <name>', 'what players see when they connect')
    .requiredOption(
      '--redirect-uri <address...>',
      'callback addresses, compared character by character',
    )
    .option(...AS_JSON)
    .action((clientId: string, options: { name: string; redirectUri: string[]; json: boolean }) =>
      withDependencies(async (dependencies) => {
        const { name, redirectUri: redirectUris } = options;
        const { applicationId } = await createPartner(dependencies, {
          clientId,
          name,
          redirectUris,
        });
        const { keyId, apiKey } = await createKey(dependencies, { clientId });
        printResult(print, options, {
          value: { applicationId, clientId, keyId, apiKey },
          lines: [
            `Application  ${applicationId}`,
            `client_id    ${clientId}`,
            `Key id       ${keyId}`,
            `API key      ${apiKey}`,
            'Keep the API key: it is not shown again.',
          ],
        });
      }),
    );

  const list = partner
    .command('list')
    .description('List the partners, with those that are suspended or deleted marked.');
  const after = new Option('--after <client_id>', 'go on after this one');
  listOptions(list, 'partners', after).action((options: ListOptions & { after?: string }) =>
    withDependencies(async (dependencies) => {
      printList(print, options, await listPartners(dependencies, options), {
        line: describe,
        none:
          options.after === undefined
            ? 'There is none yet. `partner create` makes one.'
            : `There is none after ${options.after}.`,
        more: ({ clientId }) => `add --after ${clientId}`,
      });
    }),
  );

  partner.addCommand(showPartnerCommand(withDependencies, terminal));
  partner.addCommand(editPartnerCommand(withDependencies, terminal));

  partner
    .command('suspend')
    .description('Stop a partner at once: its keys, tokens, authorizations and webhooks.')
    .argument('<client_id>')
    .option('--reason <text>', 'for the audit; the partner is not shown it')
    .option(...AS_JSON)
    .addHelpText('after', suspendHelp)
    .action((clientId: string, { reason, json }: { reason?: string; json: boolean }) =>
      withDependencies(async (dependencies) => {
        const changed = await setSuspension(dependencies, clientId, { isSuspended: true, reason });
        const line = changed
          ? `Suspended ${clientId}. Its requests are refused from now on, and no event is sent.`
          : `${clientId} is suspended already.`;
        const value = { clientId, isSuspended: true, changed };
        printResult(print, { json }, { value, lines: [line] });
      }),
    );

  partner
    .command('resume')
    .description('Lift the suspension of a partner: the same keys, tokens and connections work.')
    .argument('<client_id>')
    .option(...AS_JSON)
    .action((clientId: string, options: { json: boolean }) =>
      withDependencies(async (dependencies) => {
        const changed = await setSuspension(dependencies, clientId, { isSuspended: false });
        const line = changed ? `Resumed ${clientId}.` : `${clientId} is not suspended.`;
        const value = { clientId, isSuspended: false, changed };
        printResult(print, options, { value, lines: [line] });
      }),
    );

  partner
    .command('limits')
    .description('Show the limits of a partner, or give it others than those of the service.')
    .argument('<client_id>')
    .option('--set <limit...>', `requests a minute, of ${LIMIT_CLASSES.join(', ')}: ingest=1200`)
    .option('--reset <class...>', 'have the limit of the service again')
    .option(...AS_JSON)
    .addHelpText('after', limitsHelp)
    .action((clientId: string, options: { set?: string[]; reset?: string[]; json: boolean }) =>
      withDependencies(async (dependencies) => {
        const limits = await changeLimits(dependencies, clientId, {
          set: readLimits(options.set ?? []),
          reset: (options.reset ?? []).map(readLimitClass),
        });
        printResult(print, options, {
          value: { clientId, limits },
          lines: LIMIT_CLASSES.map((name) => `${name.padEnd(12)}  ${limitWords(limits[name])}`),
        });
      }),
    );

  partner.addCommand(deletePartnerCommand(withDependencies, terminal));
  partner.addCommand(keyCommand(withDependencies, terminal));
  return partner;
}

function describe(partner: ListedPartner): string {
  const { clientId, applicationId, name, createdAt } = partner;
  const made = `made ${createdAt.toISOString()}`;
  return [clientId, applicationId, partnerState(partner), made, name].join('  ');
}

function limitWords(limit: number | undefined): string {
  if (limit === undefined) return 'that of the service';
  return limit === 0 ? 'none' : `${limit} a minute`;
}

const suspendHelp = `
The partner is answered 403 application_suspended, or unauthorized_client by the OAuth operations, on
all instances from the next request on. Deliveries that wait are given up, and events that happen
meanwhile are not sent later. Nothing is deleted: \`partner resume\` lifts it.`;

const limitsHelp = `
All keys of the partner count together; \`default\` and \`ingest\` hold for each connected player whose
token it uses, too. 0 is no limit. They hold from the next request on, on all instances.`;
