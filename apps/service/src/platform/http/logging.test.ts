import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertSharedPage } from '../../account/store/shared-pages.ts';
import { connect } from '../../account/testing/account.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { newSecret } from '../secrets/sealing.ts';
import { createLogger } from './logging.ts';

async function logged(write: (logger: ReturnType<typeof createLogger>) => void): Promise<string> {
  const stream = new PassThrough();
  write(createLogger('info', stream));
  stream.end();
  return await text(stream);
}

it('the log omits the query of an address, which contains codes and states', async () => {
  const request = { id: 'req_1', method: 'GET', url: '/callback?code=prc_secret&state=s' };
  const line = await logged((logger) => logger.info({ req: request }, 'request'));
  expect(line).toContain('"path":"/callback"');
  expect(line).not.toContain('prc_secret');
});

testRows([
  [{ headers: { 'x-api-key': 'prk_hunter2' } }],
  [{ headers: { authorization: 'Bearer hunter2' } }],
  [{ req: { id: '1', method: 'GET', url: '/', headers: { cookie: 'session=hunter2' } } }],
  [{ body: { client_secret: 'hunter2', code_verifier: 'hunter2' } }],
  [{ account: { login: { password: 'hunter2' } } }],
  [{ refresh_token: 'prr_hunter2' }],
])('the log never contains a secret', async (facts) => {
  expect(await logged((logger) => logger.info(facts, 'facts'))).not.toContain('hunter2');
});

it('the log never contains the parameters of a failed statement', async () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    params: ['hunter2'],
    detail: 'Key (email)=(hunter2) already exists.',
  });
  const line = await logged((logger) => logger.error({ err: error }, 'failed'));
  expect(line).toContain('duplicate key');
  expect(line).toContain('23505');
  expect(line).not.toContain('hunter2');
});

it('the log escapes text from outside, so that a terminal shows it and does not execute it', async () => {
  const path = '/a\n\u001b[2J\u009b\u202e\u2028\u{e0041}b';
  const line = await logged((logger) => logger.info({ path }, 'request'));
  expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\n$/u);
  expect(JSON.parse(line).path).toBe(path);
});

const lines: Record<string, unknown>[] = [];

const logger = createLogger(
  'info',
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  }),
);

describe('the log', () => {
  const flow = useConnectFlow({ logger });

  beforeEach(() => {
    lines.length = 0;
  });

  it('has one line for a request with a key: operation, application, key, and status', async () => {
    const { app, partner } = flow();
    await app.inject({ url: '/api/v1/partner/usage', headers: { 'x-api-key': partner.apiKey } });
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'request completed',
        operation: 'usage.get',
        applicationId: partner.applicationId,
        keyId: expect.stringMatching(/^key_/),
        status: 200,
        milliseconds: expect.any(Number),
        req: expect.objectContaining({ method: 'GET', path: '/api/v1/partner/usage' }),
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(partner.apiKey);
  });

  it('names the player of a request with a token', async () => {
    const { app, partner, player } = flow();
    const { access_token: token } = await connect(flow());
    lines.length = 0;
    const headers = { authorization: `Bearer ${token}` };
    await app.inject({ url: '/api/v1/partner/member', headers });
    const { applicationId } = partner;
    expect(lines).toMatchObject([{ applicationId, memberId: player.memberId, status: 200 }]);
    expect(JSON.stringify(lines)).not.toContain(token);
  });

  it('has one line for a refused request and for an unknown path', async () => {
    const { app } = flow();
    await app.inject({ url: '/api/v1/partner/usage' });
    await app.inject({ url: '/nowhere?code=prc_secret' });
    expect(lines).toMatchObject([{ operation: 'usage.get', status: 401 }, { status: 404 }]);
    expect(JSON.stringify(lines)).not.toContain('prc_secret');
  });

  it('never contains the secret address of a share page, even if it is mistyped', async () => {
    const { app, database, player } = flow();
    const address = newSecret('');
    const choice = { items: [], isListed: false };
    const page = { memberId: player.memberId, address, ...choice, createdAt: new Date() };
    await database.transaction().execute(async (transaction) => {
      await insertSharedPage(transaction, page);
    });
    const read = async (path: string) => (await app.inject({ url: path })).statusCode;
    expect(await read(`/players/${address}?from=mail`)).toBe(200);
    for (const path of [
      `/players/${address}/`,
      `/players/${address}x/picture.png`,
      `/players/${address}x`,
      `/players/${address}.`,
      `/players/${address.slice(0, 40)}`,
      `/%70layers/${address}`,
      `/Players/${address}`,
      `/players/${address}%zz`,
    ]) {
      await read(path);
    }
    const paths = lines.map(({ req }) => (req as { path: string }).path);
    expect(paths.slice(0, 2)).toEqual(['/players/:secret', '/players/[redacted]/']);
    expect(JSON.stringify(lines)).not.toContain(address.slice(0, 40));
  });

  it('never contains the email address by which an operator names a member', async () => {
    for (const name of ['mike@example.com', 'mike%40example.com']) {
      await flow().app.inject({ url: `/api/admin/v1/members/${name}/lock` });
    }
    const paths = lines.map(({ req }) => (req as { path: string }).path);
    expect(new Set(paths)).toEqual(new Set(['/api/admin/v1/members/[redacted]/lock']));
  });

  it('has no line for a health check that passes', async () => {
    for (const url of ['/healthz', '/readyz']) await flow().app.inject({ url });
    expect(lines).toEqual([]);
  });
});
