import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthenticationError, PartnerRatingClient } from '@partner-rating/client';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createRegistration } from './registration.ts';

const url = 'http://localhost:4000/hooks';
const endpoint = {
  id: 'whe_01k4yh1w3e7r2t6y9p4q8s5d0a',
  url,
  events: ['rating.updated'],
  status: 'enabled',
  disabledReason: null,
  createdAt: '2026-09-12T14:00:00Z',
  updatedAt: '2026-09-12T14:00:00Z',
};
const secret = 'whsec_bm90IGEgcmVhbCBzZWNyZXQsIGJ1dCBsb25nIQ==';
const refusal = {
  title: 'The request is not valid',
  status: 400,
  detail: 'The request does not fit the contract in 1 place.',
  code: 'validation_failed',
  errors: [
    { pointer: '/url', code: 'https_required', detail: 'The URL must begin with https://.' },
  ],
};

let secretPath: string;
beforeEach(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-secret-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  secretPath = join(directory, 'demo-partner.json');
});

/** A registration at a service that sends these responses one after the other. */
function registrationAt(...responses: [status: number, body: object][]) {
  const remaining = [...responses];
  const client = new PartnerRatingClient({
    apiKey: 'prk_test',
    baseUrl: 'https://ratings.example/api/v1',
    fetch: async () => {
      const [status, body] = remaining.shift() ?? [500, {}];
      const type = status < 400 ? 'application/json' : 'application/problem+json';
      if (status === 204) return new Response(null, { status });
      return Response.json(body, { status, headers: { 'content-type': type } });
    },
  });
  return createRegistration({ client, url, secretPath });
}

const none: [number, object] = [200, { endpoints: [] }];
const one: [number, object] = [200, { endpoints: [endpoint] }];
const created: [number, object] = [201, { ...endpoint, secret }];

it('the secret of a new endpoint is stored where only the owner can read it', async () => {
  const registration = registrationAt(none, created);
  expect(await registration.ensure()).toEqual([]);
  expect(registration.secret()).toBe(secret);
  expect(JSON.parse(await readFile(secretPath, 'utf8')).secret).toBe(secret);
  expect((await stat(secretPath)).mode & 0o777).toBe(0o600);
});

it('the registration finds the secret again at the next start', async () => {
  await registrationAt(none, created).ensure();
  const next = registrationAt(one, [200, endpoint]);
  expect(await next.ensure()).toEqual([]);
  expect(next.secret()).toBe(secret);
});

it('the registration replaces its endpoint if the secret is lost', async () => {
  await registrationAt(none, [201, { ...endpoint, secret: 'whsec_old', id: 'whe_gone' }]).ensure();
  const registration = registrationAt(one, [204, {}], created);
  expect(await registration.ensure()).toEqual([]);
  expect(registration.secret()).toBe(secret);
});

it('the registration names the setting that lets the service send to this address, and works after it is set', async () => {
  const registration = registrationAt(none, [400, refusal], none, created);
  const [, how] = await registration.ensure();
  expect(how).toContain('WEBHOOK_PRIVATE_TARGETS=localhost:4000 npx -y pnpm@12 start');
  expect(registration.secret()).toBeNull();
  expect(await registration.ensure()).toEqual([]);
  expect(registration.secret()).toBe(secret);
});

it('the registration calls the service once for concurrent calls, and sends nothing afterwards', async () => {
  const registration = registrationAt(none, created);
  await Promise.all([registration.ensure(), registration.ensure()]);
  expect(await registration.ensure()).toEqual([]);
});

it('the registration reports that the service did not accept the endpoint if the service fails', async () => {
  const [sentence] = await registrationAt([503, {}]).ensure();
  expect(sentence).toContain('did not accept the webhook endpoint');
});

it('the registration rejects if the service does not know the API key', async () => {
  await expect(registrationAt([401, { code: 'unauthenticated' }]).ensure()).rejects.toThrow(
    AuthenticationError,
  );
});
