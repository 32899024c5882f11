import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OAuthError, PartnerRatingClient, type TokenResponse } from '@partner-rating/client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { Sessions } from './sessions.ts';

const tokens: TokenResponse = {
  access_token: 'prt_access',
  token_type: 'Bearer',
  expires_in: 3_600,
  refresh_token: 'prr_refresh',
  scope: ['user:profile:read'],
  player_id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
};
const member = { id: tokens.player_id, memberId: 10_482, displayName: 'Mike B.', status: {} };

let path: string;
beforeEach(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-sessions-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  path = join(directory, 'demo-connections.json');
});

/** Starts a club, and returns its sessions. `answer` is the response of the service to calls and refreshes. */
function start(answer: (authorization: string | null) => Response = () => Response.json(member)) {
  const options = { baseUrl: 'https://ratings.example/api/v1' };
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    answer(new Request(input, init).headers.get('authorization'));
  onTestFinished(() => {
    globalThis.fetch = original;
  });
  const client = new PartnerRatingClient({ apiKey: 'prk_test', ...options });
  return new Sessions({ client, path, ...options });
}

/** Connects a player in a new browser; returns its next request. */
function connect(sessions: Sessions, response = tokens): FastifyRequest {
  let cookies = {};
  const reply = { setCookie: (name: string, id: string) => (cookies = { [name]: id }) };
  const request = { cookies } as FastifyRequest;
  sessions.renew(request, reply as unknown as FastifyReply, response);
  return { cookies } as FastifyRequest;
}

it('connections survive if the club is killed, because it writes the file before it responds', async () => {
  const request = connect(start());
  const player = start().find(request)?.player;
  expect(player).toMatchObject({ id: tokens.player_id, grantedScopes: tokens.scope });
  expect((await player?.client.members.get())?.displayName).toBe('Mike B.');
});

it('connections survive many visitors', () => {
  const sessions = start();
  const request = connect(sessions);
  const reply = { setCookie: () => {} } as unknown as FastifyReply;
  for (let visitor = 0; visitor < 1_500; visitor += 1) {
    sessions.open({ cookies: {} } as FastifyRequest, reply);
  }
  expect(sessions.find(request)?.player?.id).toBe(tokens.player_id);
});

it('only the owner can read the file of the connections, and it has no session ids', async () => {
  const { cookies } = connect(start());
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const [id] = Object.values(cookies);
  expect(await readFile(path, 'utf8')).not.toContain(id);
});

it('the tokens of a refresh are stored before they are used', async () => {
  const renewed = { ...tokens, access_token: 'prt_second', refresh_token: 'prr_second' };
  const sessions = start((authorization) =>
    Response.json(authorization === 'Bearer prt_second' ? member : renewed),
  );
  const request = connect(sessions, { ...tokens, expires_in: 0 });
  await sessions.find(request)?.player?.client.members.get();
  expect(await readFile(path, 'utf8')).toContain('prr_second');
});

it('the session ends if the player has ended the connection', async () => {
  const refusal = { error: 'invalid_grant', error_description: 'It was revoked.' };
  const sessions = start(() => Response.json(refusal, { status: 400 }));
  const request = connect(sessions, { ...tokens, expires_in: 0 });
  const calling = sessions.find(request)?.player?.client.members.get();
  await expect(calling).rejects.toThrow(OAuthError);
  expect(sessions.find(request)).toBeNull();
  expect(start().find(request)).toBeNull();
});

it('the error of a file that is not JSON says what to do', async () => {
  await writeFile(path, '{');
  expect(() => start()).toThrow(`${path} is not JSON. Delete it`);
});
