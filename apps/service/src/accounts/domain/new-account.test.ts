import { describe, expect, it } from 'vitest';
import { InvalidAccountError, readNewAccount } from './new-account.ts';

const account = {
  email: 'mike@example.com',
  password: 'correct horse',
  firstName: 'Mike',
  lastName: 'Brennan',
};

describe('readNewAccount', () => {
  it('trims and composes texts', () => {
    const read = readNewAccount({ ...account, firstName: ' Rene\u0301e ', city: 'Austin' });
    expect(read).toMatchObject({ first_name: 'Ren\u00e9e', city: 'Austin', state: null });
  });

  it('takes empty optional fields as left out', () => {
    expect(readNewAccount({ ...account, birthDate: '', country: '' })).toMatchObject({
      birth_date: null,
      country: null,
    });
  });

  it.each([
    ['an e-mail address without @', { email: 'mike' }],
    ['an e-mail address with a space', { email: 'mike b@example.com' }],
    ['a short password', { password: 'seven77' }],
    ['a long password', { password: 'a'.repeat(257) }],
    ['an empty name', { lastName: ' ' }],
    ['a long name', { firstName: 'a'.repeat(101) }],
    ['a NUL in a name', { firstName: 'a\u0000' }],
    ['a lone surrogate in a name', { firstName: '\ud800' }],
    ['a name that is read from right to left', { lastName: 'nan\u202eerB' }],
    ['a day that is none', { birthDate: '1986-02-30' }],
    ['a date in another form', { birthDate: '30.4.1986' }],
    ['an unknown gender', { gender: 'male' }],
    ['a country in words', { country: 'Austria' }],
  ])('refuses %s with a sentence', (_what, part) => {
    expect(() => readNewAccount({ ...account, ...part })).toThrow(InvalidAccountError);
    expect(() => readNewAccount({ ...account, ...part })).toThrow(/\.$/);
  });
});
