import { baseAddress, type Dependencies } from '../platform/configuration/dependencies.ts';
import { commandLines, isClone } from '../platform/configuration/installation.ts';
import {
  type ApplicationFacts,
  type DemonstrationFacts,
  factsPath,
  readLiveFacts,
} from './facts.ts';
import { allowsListeningCommand, targetOf } from './webhook-target.ts';

/** How to try the demonstration, to be printed once the service listens; nothing where there is none. */
export async function describeDemonstration(dependencies: Dependencies): Promise<string> {
  const { configuration, publicUrl } = dependencies;
  const facts = configuration.seed === 'demo' ? await readLiveFacts(dependencies) : null;
  if (facts === null) return '';
  const [application = facts] = facts.ownApplications;
  return [
    '  Demonstration',
    ...aligned([
      ['Reference', `${publicUrl}/docs/reference`],
      ['Their account', `${publicUrl}/account`],
      ...facts.logIns.flatMap(({ name, sharedPage }): Row[] =>
        sharedPage === null ? [] : [['Share page', `${publicUrl}${sharedPage}   (${name})`]],
      ),
      ...(isClone ? [['A partner', 'npx -y pnpm@12 demo, then http://localhost:4000'] as Row] : []),
      ['All of this', factsPath(configuration.dataDirectory)],
    ]),
    '',
    ...[facts, ...facts.ownApplications].flatMap(describeApplication),
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

function describeApplication({ clientId, apiKey, redirectUri }: ApplicationFacts): string[] {
  return [
    ...aligned([
      ['client_id', clientId],
      ['API key', `${apiKey}   (also the client_secret of OAuth)`],
      ['Redirect', redirectUri],
    ]),
    '',
  ];
}

// What an earlier version filled has one log-in alone.
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
