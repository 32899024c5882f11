import { Command } from 'commander';
import { counted } from '../terminal/counted.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { LIMIT_CLASSES } from './partner-limits.ts';
import { describeTokens, partnerState } from './partner-state.ts';
import { type ShownPartner, showPartner } from './show-partner.ts';

/** `partner show`: what there is to know of one partner. */
export function showPartnerCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return new Command('show')
    .description('Show a partner: its addresses, limits, keys, connections, endpoints and batches.')
    .argument('<client_id>')
    .option(...AS_JSON)
    .action((clientId: string, { json }: { json: boolean }) =>
      withDependencies(async (dependencies) => {
        const partner = await showPartner(dependencies, clientId);
        const lines = linesOf(partner).map(([label, value]) => `${label.padEnd(14)}${value}`);
        printResult(print, { json }, { value: partner, lines });
      }),
    );
}

function linesOf(partner: ShownPartner): [label: string, value: string][] {
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
    ...partner.redirectUris.map((address): [string, string] => ['Redirects to', address]),
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
