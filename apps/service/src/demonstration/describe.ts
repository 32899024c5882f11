import { baseAddress, type Dependencies } from '../platform/configuration/dependencies.ts';
import { commandLines } from '../platform/configuration/installation.ts';
import { type DemonstrationFacts, factsPath, readLiveFacts } from './facts.ts';
import { allowsListeningCommand } from './webhook-target.ts';

/** How to try the demonstration, to be printed once the service listens; nothing where there is none. */
export async function describeDemonstration(dependencies: Dependencies): Promise<string> {
  const { configuration, publicUrl } = dependencies;
  const facts = configuration.seed === 'demo' ? await readLiveFacts(dependencies) : null;
  if (facts === null) return '';
  const authorizationRequest = JSON.stringify({
    redirect_uri: facts.redirectUri,
    scope: 'user:profile:read user:rating:read user:match:submit user:webhook:subscribe',
  });
  return [
    `  API key        ${facts.apiKey}   (client_id ${facts.clientId})`,
    `  Player log-in  ${facts.member.email}   ${facts.member.password}`,
    `  Their account  ${publicUrl}/account`,
    `  All of it      ${factsPath(configuration.dataDirectory)}`,
    '',
    '  Connect the player: run this, open the authorization_url it answers, log in and allow.',
    '',
    `  curl -X POST ${baseAddress(dependencies)}/partner/oauth/authorize \\`,
    `    -H 'X-API-Key: ${facts.apiKey}' -H 'Content-Type: application/json' \\`,
    `    -d '${authorizationRequest}'`,
    '',
    ...(allowsListeningCommand(configuration) ? howToListen(facts, baseAddress(dependencies)) : []),
    '  Ctrl-C stops the service; the next start keeps the data.',
    '',
  ].join('\n');
}

function howToListen({ apiKey }: DemonstrationFacts, baseUrl: string): string[] {
  return [
    '  See the webhooks that report ratings, in another terminal:',
    '',
    `  SERVICE_API_KEY=${apiKey} \\`,
    `    ${commandLines.client} webhooks listen --base-url ${baseUrl}`,
    '',
  ];
}
