import { describe, expect, it } from 'vitest';
import { newPasswordFaults } from './new-password.ts';

const valid = {
  oldPassword: 'correct horse',
  newPassword: 'battery staple',
  again: 'battery staple',
};
const faultsOf = (changes: Partial<typeof valid>) =>
  newPasswordFaults({ ...valid, ...changes }).map(({ field }) => field);

describe('newPasswordFaults', () => {
  it('finds nothing in valid fields', () => {
    expect(newPasswordFaults(valid)).toEqual([]);
  });

  it.each([
    ['no old password', { oldPassword: '' }, ['password']],
    ['no new password', { newPassword: '', again: '' }, ['new_password']],
    [
      'nothing at all',
      { oldPassword: '', newPassword: '', again: '' },
      ['password', 'new_password'],
    ],
    ['a short new password', { newPassword: 'seven77', again: 'seven77' }, ['new_password']],
    [
      'a long new password',
      { newPassword: 'a'.repeat(257), again: 'a'.repeat(257) },
      ['new_password'],
    ],
    [
      'the old password again',
      { newPassword: 'correct horse', again: 'correct horse' },
      ['new_password'],
    ],
    ['a repetition that differs', { again: 'battery stapler' }, ['again']],
    ['no repetition', { again: '' }, ['again']],
  ])('names the field of %s', (_what, changes, fields) => {
    expect(faultsOf(changes)).toEqual(fields);
  });

  it('asks for no old password of who forgot it', () => {
    expect(newPasswordFaults({ ...valid, oldPassword: null })).toEqual([]);
  });

  it.each([
    [{ oldPassword: '' }, 'Enter the password you have now.'],
    [{ newPassword: '', again: '' }, 'Enter a new password.'],
    [{ oldPassword: valid.newPassword }, 'Choose another password than the one you have now.'],
    [{ again: '' }, 'Type the new password the same way twice.'],
    [{ newPassword: 'short' }, 'A password has at least 8 characters.'],
  ])('says of %j what to do', (changes, text) => {
    expect(newPasswordFaults({ ...valid, ...changes }).map((fault) => fault.text)).toEqual([text]);
  });

  it('says one thing about one field', () => {
    expect(faultsOf({ newPassword: 'short', again: 'other' })).toEqual(['new_password']);
  });

  it('knows a password whether it arrives composed or not', () => {
    expect(faultsOf({ newPassword: 'caf\u00e9 noir', again: 'cafe\u0301 noir' })).toEqual([]);
    expect(faultsOf({ oldPassword: 'cafe\u0301 noir', newPassword: 'caf\u00e9 noir' })).toEqual([
      'new_password',
    ]);
  });
});
