import {
  type Configuration,
  commandLines,
  isClone,
} from '../../platform/configuration/configuration.ts';
import { baseAddress, type Dependencies } from '../../platform/configuration/dependencies.ts';
import { findCallerByClient } from '../../platform/http/caller.ts';
import {
  type ApplicationFacts,
  type DemonstrationFacts,
  factsPath,
  readLiveFacts,
} from './facts.ts';

/** Explains how to try the demonstration; empty if there is none. Printed when the service listens. */
export async function describeDemonstration(dependencies: Dependencies): Promise<string> {
  const { configuration, publicUrl } = dependencies;
  const facts = configuration.seed === 'demo' ? await readLiveFacts(dependencies) : null;
  if (facts === null) return '';
  const own = await Promise.all(
    facts.ownApplications.map(async (application) => ({
      ...application,
      isLive: await hasLiveKey(dependencies, application),
    })),
  );
  const application = own.find(({ isLive }) => isLive) ?? facts;
  return [
    '  Demonstration',
    ...aligned([
      ['Reference', `${publicUrl}/docs/reference`],
      ['Player pages', `${publicUrl}/account`],
      ...(facts.person === null
        ? []
        : [
            [
              'Console',
              `${publicUrl}/console   (${facts.person.email}, with the password below)`,
            ] as Row,
          ]),
      ...facts.logIns.flatMap(({ name, sharedPage }): Row[] =>
        sharedPage === null ? [] : [['Share page', `${publicUrl}${sharedPage}   (${name})`]],
      ),
      ...(isClone ? [['A partner', 'npx -y pnpm@12 demo, then http://localhost:4000'] as Row] : []),
      ['All of this', factsPath(configuration.dataDirectory)],
    ]),
    '',
    ...[{ ...facts, isLive: true }, ...own].flatMap(describeApplication),
    ...describeLogIns(facts),
    '  Connect a player: run this, open the authorization_url it answers, log in and allow.',
    '',
    ...authorizationCall(application, baseAddress(dependencies)),
    '',
    ...howToReceive(application, dependencies),
    '  Ctrl-C stops the service; the next start keeps the data.',
    '',
  ].join('\n');
}

type Row = [name: string, fact: string];

function aligned(rows: readonly Row[], indent = '  '): string[] {
  const width = Math.max(14, ...rows.map(([name]) => name.length));
  return rows.map(([name, fact]) => `${indent}${name.padEnd(width)} ${fact}`);
}

async function hasLiveKey(
  { database, clock }: Dependencies,
  { clientId, apiKey: clientSecret }: ApplicationFacts,
): Promise<boolean> {
  return (await findCallerByClient(database, { clientId, clientSecret }, clock())) !== null;
}

function describeApplication({
  clientId,
  apiKey,
  redirectUri,
  isLive,
}: ApplicationFacts & { isLive: boolean }): string[] {
  const revoked = `revoked; create a key at the console, or start with --app ${clientId} again`;
  return [
    ...aligned([
      ['client_id', clientId],
      ['API key', isLive ? `${apiKey}   (also the client_secret of OAuth)` : revoked],
      ['Redirect', redirectUri],
    ]),
    '',
  ];
}

// An earlier version filled in only one log-in.
function describeLogIns({ member, logIns }: DemonstrationFacts): string[] {
  if (logIns.length === 0) return [`  Player log-in  ${member.email}   ${member.password}`, ''];
  const rows = logIns.map(({ email, name, about }): Row => [email, `${name}: ${about}`]);
  return [
    `  Players who can log in, each with the password ${member.password}`,
    ...aligned(rows, '    '),
    '',
  ];
}

function authorizationCall({ apiKey, redirectUri }: ApplicationFacts, baseUrl: string): string[] {
  const body = JSON.stringify({
    redirect_uri: redirectUri,
    scope: 'user:profile:read user:rating:read user:match:submit user:webhook:subscribe',
  });
  return [
    `  curl -X POST ${baseUrl}/partner/oauth/authorize \\`,
    `    -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' \\`,
    `    -d '${body}'`,
  ];
}

function howToReceive(application: ApplicationFacts, dependencies: Dependencies): string[] {
  const { configuration } = dependencies;
  const baseUrl = baseAddress(dependencies);
  const { apiKey, redirectUri } = application;
  const isAllowed = targetOf(redirectUri).some((target) =>
    configuration.webhookPrivateTargets.includes(target),
  );
  return [
    ...(isAllowed
      ? [
          '  Receive webhooks: this answers their signing secret, once. Store it.',
          '',
          `  curl ${baseUrl}/partner/webhook-endpoints \\`,
          `    -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' \\`,
          `    -d '${JSON.stringify({ url: new URL('/webhooks', redirectUri).href })}'`,
          '',
        ]
      : []),
    ...(allowsListeningCommand(configuration)
      ? [
          '  See the webhooks that report ratings, in another terminal:',
          '',
          `  SERVICE_API_KEY=${apiKey} \\`,
          `    ${commandLines.client} webhooks listen --base-url ${baseUrl}`,
          '',
        ]
      : []),
  ];
}

/** The default address of `partner-rating webhooks listen`. */
const LISTENING_COMMAND = 'localhost:4020';

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * Allows webhooks to the listening command on this machine, and to the applications under development here, by their
 * redirect addresses, so that they work at once. Only for a demonstration that nobody else can reach:
 * otherwise a partner could send requests of the service to these ports.
 */
export function withTargetsOnThisMachine(
  configuration: Configuration,
  redirectUris: readonly string[],
): Configuration {
  const { seed, host, publicUrl, webhookPrivateTargets } = configuration;
  const isOwnDemonstration = seed === 'demo' && publicUrl === null && LOOPBACK.includes(host);
  if (!isOwnDemonstration || webhookPrivateTargets.length > 0) return configuration;
  const targets = new Set([LISTENING_COMMAND, ...redirectUris.flatMap(targetOf)]);
  return { ...configuration, webhookPrivateTargets: [...targets] };
}

/** The host and port of an address on this machine, as the setting has it; empty for any other address. */
function targetOf(redirectUri: string): string[] {
  const { protocol, hostname, port } = new URL(redirectUri);
  const isHere = LOOPBACK.includes(hostname.replace(/^\[(.*)\]$/, '$1'));
  if (!isHere || (protocol !== 'http:' && protocol !== 'https:')) return [];
  return [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`];
}

/** Whether webhooks to the listening command are allowed. */
function allowsListeningCommand({ webhookPrivateTargets }: Configuration): boolean {
  return webhookPrivateTargets.includes(LISTENING_COMMAND);
}
