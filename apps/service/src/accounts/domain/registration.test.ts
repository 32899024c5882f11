import { describe, expect, it } from 'vitest';
import { readRegistration, type TypedRegistration } from './registration.ts';

const now = new Date('2028-02-29T12:00:00Z');
const rules = { now, minimumAge: 13, wasTooYoung: false };
const typed: TypedRegistration = {
  ...{ firstName: ' Zoë ', lastName: 'Quill', email: ' zoe@example.com ' },
  ...{ birthDate: '1990-02-03', password: 'correct horse' },
};
const faultsOf = (changes: Partial<TypedRegistration>, at = now) => {
  const read = readRegistration({ ...typed, ...changes }, { ...rules, now: at });
  return 'faults' in read ? read.faults.map(({ field, text }) => `${field}: ${text}`) : [];
};

describe('a registration', () => {
  it('is refused whatever the birth date is where the person was too young before, and at the set age', () => {
    const refused = { faults: [{ field: 'birth_date' }], isTooYoung: false };
    expect(readRegistration(typed, { ...rules, wasTooYoung: true })).toMatchObject(refused);
    const child = { ...typed, birthDate: '2013-03-01' };
    expect(readRegistration(child, rules)).toHaveProperty('values');
    expect(readRegistration(child, { ...rules, minimumAge: 16 })).toMatchObject({
      faults: [{ text: expect.stringContaining('from the age of 16 on') }],
      isTooYoung: true,
    });
  });

  it('is stored without the spaces that were typed around it', () => {
    expect(readRegistration(typed, rules)).toEqual({
      values: { ...typed, firstName: 'Zoë', email: 'zoe@example.com' },
    });
  });

  it('names every field that is wrong, at once', () => {
    const empty = { firstName: '', lastName: '', email: '', birthDate: '', password: '' };
    expect(faultsOf(empty)).toEqual([
      expect.stringMatching(/^first_name: The first name must be/),
      expect.stringMatching(/^last_name: The last name must be/),
      'email: Enter an e-mail address, such as you@example.com.',
      expect.stringMatching(/^birth_date: The birth date must be/),
      expect.stringMatching(/^password: A password has at least/),
    ]);
  });

  it.each([
    ['1908-02-28', 'more than 120 years ago'],
    ['2028-03-01', 'in the future'],
  ])('is of nobody who was born on %s', (birthDate, fault) => {
    expect(faultsOf({ birthDate })).toEqual([
      `birth_date: The birth date ${birthDate} lies ${fault}. Correct it.`,
    ]);
  });

  it.each(['2015-03-01', '2028-02-29'])('is too early for who was born on %s', (birthDate) => {
    expect(faultsOf({ birthDate })).toEqual([
      expect.stringMatching(
        /^birth_date: You can register from the age of 13 on\. .+ a parent asks/,
      ),
    ]);
  });

  it.each(['1908-02-29', '2015-02-28'])('is for who was born on %s', (birthDate) => {
    expect(faultsOf({ birthDate })).toEqual([]);
  });

  it('is for who turns thirteen today', () => {
    expect(faultsOf({ birthDate: '2015-03-01' }, new Date('2028-03-01T00:00:00Z'))).toEqual([]);
  });
});
