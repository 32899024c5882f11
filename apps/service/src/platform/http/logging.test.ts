import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createLogger } from './logging.ts';

async function logged(write: (logger: ReturnType<typeof createLogger>) => void): Promise<string> {
  const stream = new PassThrough();
  write(createLogger('info', stream));
  stream.end();
  return await text(stream);
}

it('leaves the query of an address out, which carries codes and states', async () => {
  const request = { id: 'req_1', method: 'GET', url: '/callback?code=prc_secret&state=s' };
  const line = await logged((logger) => logger.info({ req: request }, 'request'));
  expect(line).toContain('"path":"/callback"');
  expect(line).not.toContain('prc_secret');
});

it.each([
  [{ headers: { 'x-api-key': 'prk_hunter2' } }],
  [{ headers: { authorization: 'Bearer hunter2' } }],
  [{ req: { id: '1', method: 'GET', url: '/', headers: { cookie: 'session=hunter2' } } }],
  [{ body: { client_secret: 'hunter2', code_verifier: 'hunter2' } }],
  [{ account: { login: { password: 'hunter2' } } }],
  [{ refresh_token: 'prr_hunter2' }],
])('never writes the secret of %o', async (facts) => {
  expect(await logged((logger) => logger.info(facts, 'facts'))).not.toContain('hunter2');
});

it('never writes the parameters of a statement that failed', async () => {
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

it('escapes what others wrote, so that a terminal shows the log in place of obeying it', async () => {
  const path = '/a\n\u001b[2J\u009b\u202e\u2028\u{e0041}b';
  const line = await logged((logger) => logger.info({ path }, 'request'));
  expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\n$/u);
  expect(JSON.parse(line).path).toBe(path);
});
