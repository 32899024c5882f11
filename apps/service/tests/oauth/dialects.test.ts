import { gzipSync } from 'node:zlib';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { FORM, postForm, postJson, postRaw, readMember, refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

const JSON_TYPE = 'application/json';

describe('the two dialects', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);
  const headers = (type: string) => ({ 'x-api-key': flow().partner.apiKey, 'content-type': type });
  const newForm = async () =>
    new URLSearchParams({ grant_type: 'authorization_code', ...(await player.code()) }).toString();
  const newJson = async () => JSON.stringify(await player.code());

  testRows([
    ...[JSON_TYPE, `${JSON_TYPE}; charset=utf-8`, `${JSON_TYPE};charset="UTF-8"`],
    ...['Application/JSON', `${JSON_TYPE};`, `${JSON_TYPE} ; charset=us-ascii`],
  ])('RFC 9110 §8.3: JSON gets a list of scopes', async (type) => {
    const answer = await postRaw(flow(), 'token', headers(type), await newJson());
    expect(answer.json().scope).toEqual(['user:profile:read', 'user:rating:read']);
  });

  testRows([
    ...[FORM, `${FORM}; charset=utf-8`, `${FORM};charset=UTF-8`, FORM.toUpperCase(), `${FORM};`],
  ])('RFC 6749 §4.1.3: a form gets scopes in one text', async (type) => {
    const answer = await postRaw(flow(), 'token', headers(type), await newForm());
    expect(answer.json().scope).toBe('user:profile:read user:rating:read');
  });

  testRows([
    ...['text/plain', 'application/xml', 'application/json5', 'application/x-json'],
    ...['multipart/form-data; boundary=x', `${FORM}-x`, `${FORM}, ${JSON_TYPE}`, '*/*'],
    ...[`${FORM}; charset=iso-8859-1`, `${JSON_TYPE}; charset=utf-16`],
  ])('RFC 9110 §15.5.16: another type is 415, and the code is not consumed', async (type) => {
    const form = await newForm();
    expect((await postRaw(flow(), 'token', headers(type), form)).statusCode).toBe(415);
    expect((await postForm(flow(), 'token', form)).statusCode).toBe(200);
  });

  it('RFC 9110 §15.5.16: a body without a type is 415', async () => {
    const ownKey = { 'x-api-key': flow().partner.apiKey };
    const answer = await postRaw(flow(), 'token', ownKey, Buffer.from(await newForm()));
    expect(answer.statusCode).toBe(415);
  });

  it('RFC 9110 §15.5.16: a compressed body is 415', async () => {
    const compressed = { ...headers(FORM), 'content-encoding': 'gzip' };
    const answer = await postRaw(flow(), 'token', compressed, gzipSync(await newForm()));
    expect(answer.statusCode).toBe(415);
  });

  testRows<[string, string, string | Buffer]>([
    ['JSON that is cut short', JSON_TYPE, '{"code":"a"'],
    ['JSON that is a list', JSON_TYPE, '[]'],
    ['JSON that is a text', JSON_TYPE, '"code"'],
    ['JSON that is null', JSON_TYPE, 'null'],
    ['an empty body', JSON_TYPE, ''],
    ['an empty form', FORM, ''],
    ['a form with the type of JSON', JSON_TYPE, 'grant_type=authorization_code&code=a'],
    ['JSON with the type of a form', FORM, '{"code":"a","redirect_uri":"b"}'],
    ['bytes that are not UTF-8', FORM, Buffer.from([0x63, 0x6f, 0xff])],
    ['an encoding that is not UTF-8', FORM, 'grant_type=authorization_code&code=%ff'],
    ['a broken encoding', FORM, 'grant_type=authorization_code&code=%zz'],
    ['a NUL', FORM, 'grant_type=authorization_code&code=%00&redirect_uri=b'],
    ['half of a surrogate pair', JSON_TYPE, '{"code":"\\ud83c","redirect_uri":"b"}'],
    ['a number for a code', JSON_TYPE, '{"code":1,"redirect_uri":"b"}'],
    ['an object for a code', JSON_TYPE, '{"code":{"$ne":""},"redirect_uri":"b"}'],
    ['null for a code', JSON_TYPE, '{"code":null,"redirect_uri":"b"}'],
    ['a field of another object', JSON_TYPE, '{"__proto__":{"code":"a"},"redirect_uri":"b"}'],
    ['a code of 513 characters', FORM, `grant_type=authorization_code&code=${'a'.repeat(513)}`],
  ])('RFC 6749 §5.2: a body that cannot be read is invalid_request', async (_what, type, body) => {
    const answer = await postRaw(flow(), 'token', headers(type), body);
    expect(refusal(answer)).toEqual([400, 'invalid_request']);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('RFC 6749 appendix B: a form may encode any characters', async () => {
    const everyByte = (text: string) => text.replace(/[\s\S]/g, encodeByte);
    const form = (await newForm())
      .split('&')
      .map((pair) => pair.split('=').map(decodeURIComponent).map(everyByte).join('='))
      .join('&');
    expect((await postForm(flow(), 'token', form)).statusCode).toBe(200);
  });

  it('RFC 6749 appendix B: a form may contain a redirect address without encoding', async () => {
    const { code, redirect_uri } = await player.code();
    const form = `grant_type=authorization_code&code=${code}&redirect_uri=${redirect_uri}`;
    expect((await postForm(flow(), 'token', form)).statusCode).toBe(200);
  });

  it('specification 2.4: tokens of one dialect can be refreshed in the other', async () => {
    const { refresh_token: first } = await player.tokens();
    const form = { grant_type: 'refresh_token', refresh_token: first };
    const { refresh_token: second, scope } = (await postForm(flow(), 'token', form)).json();
    expect(scope).toBe('user:profile:read user:rating:read');
    const third = (await postJson(flow(), 'refresh', { refresh_token: second })).json();
    expect(third.scope).toEqual(['user:profile:read', 'user:rating:read']);
    const read = await readMember(flow(), { authorization: `Bearer ${third.access_token}` });
    expect(read.statusCode).toBe(200);
  });

  it('specification 2.4: player_id is the same in both, and names the member', async () => {
    const byForm = (await postForm(flow(), 'token', await newForm())).json();
    const byJson = (await postRaw(flow(), 'token', headers(JSON_TYPE), await newJson())).json();
    expect([byForm.player_id, byJson.player_id]).toEqual(Array(2).fill(flow().player.memberId));
  });

  it('RFC 9110 §15.5.14: a body of more than 1 MiB is 413', async () => {
    const form = `grant_type=authorization_code&code=${'a'.repeat(1_048_577)}`;
    expect((await postForm(flow(), 'token', form)).statusCode).toBe(413);
  });
});

function encodeByte(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');
}
