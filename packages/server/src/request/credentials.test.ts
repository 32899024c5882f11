import { testRows } from '@partner-rating/table-tests';
import { expect, test } from 'vitest';
import { credentialFinder } from './credentials.ts';

const find = credentialFinder({
  key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  token: { type: 'http', scheme: 'bearer' },
  client: { type: 'http', scheme: 'basic' },
});
const inAuthorization = (authorization: string) => find({ headers: { authorization } });
const basic = (text: string) => inAuthorization(`Basic ${Buffer.from(text).toString('base64')}`);

test('a request may have no credential', () => {
  expect(find({ headers: { accept: '*/*' } })).toEqual([]);
});

test('a key is found in its header', () => {
  expect(find({ headers: { 'x-api-key': 'prk_1' } })).toEqual([{ scheme: 'key', value: 'prk_1' }]);
});

test('all credentials are found, so that two can be refused', () => {
  const headers = { 'x-api-key': 'prk_1', authorization: 'Bearer pra_1' };
  expect(find({ headers }).map(({ scheme }) => scheme)).toEqual(['key', 'token']);
});

testRows(['Bearer pra_1', 'bearer   pra_1 ', 'BEARER pra_1'])(
  'a token is found for a scheme in any case',
  (authorization) => {
    expect(inAuthorization(authorization)).toEqual([{ scheme: 'token', value: 'pra_1' }]);
  },
);

testRows(['Bearerpra_1', 'Bearer', 'Basis pra_1', 'XBearer pra_1', 'Digest a=b', ''])(
  'a header without a known scheme has no credential',
  (authorization) => {
    expect(inAuthorization(authorization)).toEqual([]);
  },
);

test('name and password are form-decoded, and separated at the first colon', () => {
  const value = { username: 'courtside club', password: 'a:b+é' };
  expect(basic('courtside+club:a:b%2B%C3%A9')).toEqual([{ scheme: 'client', value }]);
  expect(basic(':a')).toEqual([{ scheme: 'client', value: { username: '', password: 'a' } }]);
  expect(basic('a:')).toEqual([{ scheme: 'client', value: { username: 'a', password: '' } }]);
});

testRows(['none', '%ZZ:a', 'a:%ZZ'])(
  'name and password cannot be read if they are not encoded',
  (text) => {
    expect(basic(text)).toEqual([{ scheme: 'client', value: undefined }]);
  },
);
