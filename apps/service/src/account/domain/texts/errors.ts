import { dateText } from '../../../platform/pages/domain/locale.ts';

/** The texts of errors in the forms of the account. */
export const errorsTexts = {
  errors: {
    email: 'Enter an email address, such as you@example.com.',
    notAnEmail: (typed: string) => `${JSON.stringify(typed)} is not an email address.`,
    emailTaken: (email: string) => `A member with the email address ${email} exists already.`,
    fields: {
      name: 'The name',
      firstName: 'The first name',
      lastName: 'The last name',
      city: 'The city',
      state: 'The state',
      zip: 'The postal code',
    },
    length: (field: string, maximum: number) => `${field} must be 1 to ${maximum} characters.`,
    deceptive: (field: string) =>
      `${field} has an invisible character. Delete everything in this field, and type it again.`,
    noBirthDate: 'Enter your date of birth.',
    discoverable: 'Choose who can find you.',
    birthDate: (typed: string) =>
      `There is no day ${JSON.stringify(typed)}. Enter the year, month, and day of birth, for example 1986-04-30.`,
    futureBirthDate: (date: Date) =>
      `The birth date ${dateText(date)} is in the future. Correct it.`,
    ancientBirthDate: (date: Date) =>
      `The birth date ${dateText(date)} is more than 120 years ago. Correct it.`,
    gender: 'Choose a gender from the list.',
    state: 'Choose a state or region of your country from the list.',
    country: (typed: string) =>
      `There is no country with the code ${JSON.stringify(typed)}. A code has two capital letters, such as US.`,
    tooYoung: (age: number) =>
      `You can register from the age of ${age} on. If you mistyped the date, ask the operator of the service, or try again in a day. For somebody younger, a parent asks the operator for an account.`,
  },
};
