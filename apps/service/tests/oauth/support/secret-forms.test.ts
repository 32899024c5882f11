import { randomBytes } from 'node:crypto';
import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { formsFound, secretForms } from './secret-forms.ts';

const secret = `pra_${randomBytes(32).toString('base64url')}`;
const bytes = Buffer.from(secret.slice(4), 'base64url');

testRows([
  ['unchanged', `token=${secret}&a=b`],
  ['cut off', `${secret.slice(0, 30)}…`],
  ['without its beginning', secret.slice(10)],
  ['in hexadecimal', Buffer.from(secret).toString('hex')],
  ['in upper-case hexadecimal', Buffer.from(secret).toString('hex').toUpperCase()],
  ['in base64', Buffer.from(secret).toString('base64')],
  ['in base64 after other text', Buffer.from(`a:${secret}`).toString('base64')],
  [
    'in base64 between other text',
    Buffer.from(`courtside-club:${secret}:more`).toString('base64url'),
  ],
  ['as a buffer in JSON', JSON.stringify(Buffer.from(`a ${secret}`))],
  ['as its random bytes', `\\x${bytes.toString('hex')}`],
  ['as its random bytes in base64', bytes.toString('base64')],
])('a secret is found in every form', (_what, text) => {
  expect(formsFound(`before ${text} after`, secret)).not.toEqual([]);
});

it('another secret, or its hash, is not found', () => {
  const other = `pra_${randomBytes(32).toString('base64url')}`;
  expect(formsFound(secretForms(other).join(' '), secret)).toEqual([]);
});
