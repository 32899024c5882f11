import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { nameColumns } from '../../members/domain/names.ts';
import {
  InvalidAccountError,
  readNewAccount,
  readRegistration,
  requirePossibleBirthDate,
  type TypedRegistration,
} from './new-account.ts';

const account = {
  email: 'mike@example.com',
  password: 'correct horse',
  firstName: 'Mike',
  lastName: 'Brennan',
  isDiscoverable: true,
};

describe('readNewAccount', () => {
  it('trims and composes texts', () => {
    const read = readNewAccount({ ...account, firstName: ' Rene\u0301e ', city: 'Austin' });
    expect(read).toMatchObject({ first_name: 'Ren\u00e9e', city: 'Austin', state: null });
  });

  it('treats empty optional fields as missing', () => {
    expect(readNewAccount({ ...account, birthDate: '', country: '' })).toMatchObject({
      birth_date: null,
      country: null,
    });
  });

  it('needs only name and log-in, and whether others find the member', () => {
    expect(readNewAccount(account)).toEqual({
      ...{ email: 'mike@example.com', first_name: 'Mike', last_name: 'Brennan', city: null },
      ...nameColumns({ first_name: 'Mike', last_name: 'Brennan', city: null }),
      ...{ birth_date: null, gender: 'UNKNOWN', state: null, zip: null, country: null },
      ...{ is_vairified: false, is_wheelchair: false, is_discoverable: true },
    });
  });

  it('has every value that was given', () => {
    const facts = {
      ...{ birthDate: '1986-04-30', gender: 'OTHER', city: ' Austin ', state: ' TX ' },
      ...{ zip: ' 78704 ', country: 'US', isVairified: true, isWheelchair: true },
    };
    expect(readNewAccount({ ...account, ...facts, isDiscoverable: false })).toMatchObject({
      ...{ birth_date: '1986-04-30', gender: 'OTHER', city: 'Austin', city_folded: 'austin' },
      ...{ state: 'TX', zip: '78704', country: 'US', is_vairified: true, is_wheelchair: true },
      is_discoverable: false,
    });
    for (const gender of ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN']) {
      expect(readNewAccount({ ...account, gender })).toMatchObject({ gender });
    }
  });

  it('accepts a name of a hundred characters, however many code units each one has', () => {
    const long = { firstName: '𠮷'.repeat(100), zip: '7'.repeat(16) };
    expect(readNewAccount({ ...account, ...long })).toMatchObject({
      first_name: long.firstName,
      zip: long.zip,
    });
  });

  testRows([
    [{ email: 'mike' }, '"mike" is not an email address.'],
    [{ email: 'mike b@example.com' }, 'is not an email address.'],
    [{ firstName: '' }, 'The first name must be 1 to 100 characters.'],
    [{ lastName: '\n' }, 'The last name must be 1 to 100 characters'],
    [{ lastName: 'a\nb' }, 'The last name has an invisible character.'],
    [{ firstName: 'a'.repeat(101) }, 'The first name must be 1 to 100 characters.'],
    [{ firstName: 'a\u0000' }, 'Delete everything in this field, and type it again.'],
    [{ firstName: '\ud800' }, 'The first name '],
    [{ city: 'a'.repeat(101) }, 'The city must be 1 to 100 characters'],
    [{ state: 'a'.repeat(101) }, 'The state must be 1 to 100 characters'],
    [{ zip: '7'.repeat(17) }, 'The postal code must be 1 to 16 characters'],
    [{ city: 'nan\u202eerB' }, 'The city has an invisible character.'],
    [
      { birthDate: '1986-02-30' },
      'There is no day "1986-02-30". Enter the year, month, and day of birth',
    ],
    [
      { birthDate: '1986-13-01' },
      'There is no day "1986-13-01". Enter the year, month, and day of birth',
    ],
    [{ birthDate: '1986-04-30T00:00' }, 'There is no day "'],
    [{ birthDate: 'x1986-04-30' }, 'There is no day "'],
    [{ birthDate: '30.4.1986' }, 'There is no day "'],
    [{ gender: 'male' }, 'Choose a gender from the list.'],
    [{ country: 'USA' }, 'no country with the code "USA". A code has two capital letters, such as'],
    [{ country: 'ZZ' }, 'There is no country with the code "ZZ"'],
    [{ country: 'us' }, 'There is no country with the code "us"'],
    [{ password: 'seven77' }, 'A password has at least 8 characters.'],
    [{ password: 'a'.repeat(257) }, 'A password has at most 256 characters.'],
  ])('says what to enter instead of a wrong value', (part, sentence) => {
    expect(() => readNewAccount({ ...account, ...part })).toThrow(
      expect.objectContaining({
        name: 'InvalidAccountError',
        message: expect.stringContaining(sentence),
      }),
    );
    expect(() => readNewAccount({ ...account, ...part })).toThrow(/\.$/);
  });
});

describe('requirePossibleBirthDate', () => {
  const now = new Date('2026-09-12T23:59:59.999Z');

  testRows(['1906-09-12', '2026-09-12', null])(
    'accepts a possible birth date, or none',
    (birthDate) => {
      expect(() => requirePossibleBirthDate(birthDate, now)).not.toThrow();
    },
  );

  testRows([
    ['1906-09-11', 'The birth date 11 September 1906 is more than 120 years ago. Correct it.'],
    ['2026-09-13', 'The birth date 13 September 2026 is in the future. Correct it.'],
  ])('refuses an impossible birth date', (birthDate, message) => {
    expect(() => requirePossibleBirthDate(birthDate, now)).toThrow(
      new InvalidAccountError(message, { field: 'birthDate' }),
    );
  });
});

const now = new Date('2028-02-29T12:00:00Z');

const rules = { now, minimumAge: 13, wasTooYoung: false };

const typed: TypedRegistration = {
  ...{ firstName: ' Zoë ', lastName: 'Quill', email: ' zoe@example.com ' },
  ...{ birthDate: '1990-02-03', discoverable: 'on', password: 'correct horse' },
};

const errorsOf = (changes: Partial<TypedRegistration>, at = now) => {
  const read = readRegistration({ ...typed, ...changes }, { ...rules, now: at });
  return 'errors' in read ? read.errors.map(({ field, text }) => `${field}: ${text}`) : [];
};

describe('a registration', () => {
  it('is refused with any birth date if the person was too young before, and with the age of the setting', () => {
    const refused = { errors: [{ field: 'birth_date' }], isTooYoung: false };
    expect(readRegistration(typed, { ...rules, wasTooYoung: true })).toMatchObject(refused);
    const child = { ...typed, birthDate: '2013-03-01' };
    expect(readRegistration(child, rules)).toHaveProperty('values');
    expect(readRegistration(child, { ...rules, minimumAge: 16 })).toMatchObject({
      errors: [{ text: expect.stringContaining('from the age of 16 on') }],
      isTooYoung: true,
    });
  });

  it('is stored without surrounding spaces, with the choice who finds the player', () => {
    for (const discoverable of ['on', 'off']) {
      expect(readRegistration({ ...typed, discoverable }, rules)).toEqual({
        values: {
          ...{ firstName: 'Zoë', lastName: 'Quill', email: 'zoe@example.com' },
          ...{ birthDate: '1990-02-03', password: 'correct horse' },
          isDiscoverable: discoverable === 'on',
        },
      });
    }
  });

  testRows(['', 'yes'])('is refused without a choice who finds the player', (discoverable) => {
    expect(errorsOf({ discoverable })).toEqual(['discoverable: Choose who can find you.']);
  });

  it('names all wrong fields at once', () => {
    const names = { firstName: '', lastName: '', email: '' };
    const empty = { ...names, birthDate: '', discoverable: '', password: '' };
    expect(errorsOf(empty)).toEqual([
      expect.stringMatching(/^first_name: The first name must be/),
      expect.stringMatching(/^last_name: The last name must be/),
      'email: Enter an email address, such as you@example.com.',
      'birth_date: Enter your date of birth.',
      'discoverable: Choose who can find you.',
      expect.stringMatching(/^password: A password has at least/),
    ]);
  });

  testRows([
    ['1908-02-28', '28 February 1908 is more than 120 years ago'],
    ['2028-03-01', '1 March 2028 is in the future'],
  ])('is refused with an impossible birth date', (birthDate, error) => {
    expect(errorsOf({ birthDate })).toEqual([`birth_date: The birth date ${error}. Correct it.`]);
  });

  testRows(['2015-03-01', '2028-02-29'])('is refused under the age of 13', (birthDate) => {
    expect(errorsOf({ birthDate })).toEqual([
      expect.stringMatching(
        /^birth_date: You can register from the age of 13 on\. .+ a parent asks/,
      ),
    ]);
  });

  testRows(['1908-02-29', '2015-02-28'])('is accepted from the age of 13 on', (birthDate) => {
    expect(errorsOf({ birthDate })).toEqual([]);
  });

  it('is accepted on the thirteenth birthday', () => {
    expect(errorsOf({ birthDate: '2015-03-01' }, new Date('2028-03-01T00:00:00Z'))).toEqual([]);
  });
});
