import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  generatePkce,
  generateState,
  PartnerRatingClient,
  ratingDifference,
} from '@partner-rating/client';
import { verifyWebhook } from '@partner-rating/client/webhooks';

const { BASE: baseUrl = '', WEBHOOK_SECRET: secret = '', PORT: port = '8080' } = process.env;
const redirect_uri = `http://localhost:${port}/callback`;
// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl });

// 1. Start the connect flow. The player logs in and gives consent in a browser.
const state = generateState();
const { code_verifier, ...challenge } = await generatePkce();
const { authorization_url } = await client.oauth.authorize({
  redirect_uri,
  scope: ['user:profile:read', 'user:rating:read', 'user:match:submit', 'user:webhook:subscribe'],
  state,
  ...challenge,
});
console.log(`Open this address in a browser:\n${authorization_url}`);

// 2. The browser comes back with a code. Exchange it for tokens, then report a match.
async function finishConnection(answer: URLSearchParams): Promise<string> {
  if (answer.get('state') !== state) return 'The state does not match. Start again.';
  const code = answer.get('code');
  if (code === null) return 'The player did not give consent.';
  const { player_id } = await client.oauth.exchangeToken({ code, redirect_uri, code_verifier });
  const { players } = await client.members.search({ city: 'Austin', sport: 'pickleball' });
  const opponent = players.find(({ id }) => id !== player_id);
  if (opponent === undefined) return 'Nobody else plays pickleball in Austin.';
  const { ratingChanges } = await client.matches.submit({
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    matches: [
      {
        identifier: 'my-first-match',
        teams: [[player_id], [opponent.id]],
        games: [{ scores: [11, 4] }, { scores: [11, 6] }],
      },
    ],
  });
  if (ratingChanges.length === 0) return 'This match was reported before.';
  return ratingChanges
    .map((change) => {
      const { displayName, bracket, newRating } = change;
      return `${displayName}, ${bracket}: ${newRating} (${ratingDifference(change)})`;
    })
    .join('\n');
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', redirect_uri);
  if (pathname === '/callback') {
    const words = await finishConnection(searchParams);
    console.log(words);
    response.end(words);
  } else {
    // 3. Verify each webhook: the service signs it with the secret of your endpoint.
    const webhook = { headers: request.headers, body: await text(request) };
    const verified = await verifyWebhook(webhook, { secret }).catch(() => null);
    if (verified !== null) console.log(`Webhook ${verified.id}: ${verified.event.type}`);
    response.writeHead(verified === null ? 401 : 204).end();
  }
}).listen(Number(port), 'localhost');
