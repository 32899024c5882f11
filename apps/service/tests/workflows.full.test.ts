import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UserAgent } from '@partner-rating/browser';
import { generatePkce, PartnerRatingClient } from '@partner-rating/client';
import { startPrism } from '@partner-rating/prism';
import { expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../src/account/register.ts';
import type { Dependencies } from '../src/platform/configuration/dependencies.ts';
import { createTestDatabase } from '../src/testing/test-database.ts';
import { startTestService, type TestService } from '../src/testing/test-service.ts';
import { openWebhookReceiver } from '../src/testing/webhook-receiver.ts';

const runner = fileURLToPath(
  new URL('scripts/workflows.ts', import.meta.resolve('@partner-rating/spec/package.json')),
);

// The workflow that needs a code comes first, because a code is valid for only some minutes.
const workflows = [
  'finish-authorization',
  'start-authorization',
  'submit-matches',
  'submit-late',
  'submit-by-format',
  'plan-a-match',
  'import-tournament',
  'receive-webhooks',
  'disconnect',
];

const password = 'a long walk to the net';
const scope = [
  'user:profile:read',
  'user:rating:read',
  'user:match:submit',
  'user:webhook:subscribe',
].join(' ');

/** Returns a player who has consented, and the parameters of the redirect. */
async function consentOf(firstName: string, { baseUrl, partner, dependencies }: TestService) {
  const email = `${firstName.toLowerCase()}@example.com`;
  const { memberId } = await createPlayer(dependencies, firstName, email);
  const { code_verifier, ...challenge } = await generatePkce();
  const { oauth } = new PartnerRatingClient({ apiKey: partner.apiKey, baseUrl });
  const redirect_uri = partner.redirectUri;
  const { authorization_url } = await oauth.authorize({ redirect_uri, scope, ...challenge });
  const browser = new UserAgent();
  const logIn = await browser.open(authorization_url);
  const consent = await browser.submit(logIn, '/connect/log-in', { email, password });
  const { url } = await browser.submit(consent, '/connect/consent', { decision: 'allow' });
  return {
    memberId,
    code: new URL(url).searchParams.get('code') ?? '',
    codeVerifier: code_verifier,
  };
}

function createPlayer(dependencies: Dependencies, firstName: string, email: string) {
  const gender = 'FEMALE';
  const birthDate = '1990-05-01';
  return createAccount(dependencies, {
    firstName,
    lastName: 'Natarajan',
    gender,
    birthDate,
    email,
    password,
    isDiscoverable: true,
  });
}

it.each([
  { way: 'directly', isJudged: false },
  {
    way: 'through Prism, which reports its own error for each deviation from the document',
    isJudged: true,
  },
])('the workflows of the contract succeed, one after the other, $way', async ({ isJudged }) => {
  const receiver = await openWebhookReceiver();
  onTestFinished(receiver.close);
  const service = await startTestService({
    database: await createTestDatabase('pglite'),
    environment: {
      WEBHOOK_PRIVATE_TARGETS: receiver.target,
      // Prism may start slowly.
      AUTHORIZATION_CODE_LIFETIME: '600',
    },
  });
  const others = [];
  for (const name of ['Daniela', 'Sofia', 'Lena']) others.push(await consentOf(name, service));
  const player = await consentOf('Priya', service);
  const [partner, opponent, otherOpponent] = others.map(({ memberId }) => memberId);

  // Gives the player a rating, which can be read before it moves.
  const client = new PartnerRatingClient({
    apiKey: service.partner.apiKey,
    baseUrl: service.baseUrl,
  });
  await client.matches.submit({
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    matches: [
      {
        identifier: 'the-first',
        teams: [[player.memberId], [partner ?? '']],
        games: [{ scores: [11, 7] }],
      },
    ],
  });

  const inputs = {
    apiKey: service.partner.apiKey,
    clientId: service.partner.clientId,
    redirectUri: service.partner.redirectUri,
    code: player.code,
    codeVerifier: player.codeVerifier,
    player: player.memberId,
    connectedPlayer: player.memberId,
    knownParticipant: player.memberId,
    partner,
    opponent,
    otherOpponent,
    receiver: receiver.url,
  };
  const judge = isJudged ? await startPrism(service.baseUrl) : null;
  if (judge !== null) onTestFinished(judge.stop);
  const words = [
    runner,
    judge?.origin ?? service.baseUrl,
    ...workflows.flatMap((id) => ['--workflow', id]),
    ...Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]),
  ];
  // Shows the output even after a failure.
  const { stdout } = await promisify(execFile)(process.execPath, words).catch((failure) => failure);
  // A step that repeats until something is settled fails until then.
  expect(stdout).not.toMatch(/✗ \S+\.arazzo/);
  for (const id of workflows) expect(stdout).toContain(`✓ ${id}.arazzo.yaml`);
  expect(stdout).not.toContain(service.partner.apiKey);

  const [first] = receiver.requests.map(({ body }) => JSON.parse(body).type);
  expect(first).toBe('webhook.test');
});
