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
    deceptive: (field: string, character: string) =>
      `${field} has an invisible character that changes how it is read (${character}). Type it again without.`,
    noBirthDate: 'Enter your date of birth.',
    discoverable: 'Choose who can find you.',
    birthDate: 'The birth date must be a day of the calendar as YYYY-MM-DD.',
    futureBirthDate: (date: string) => `The birth date ${date} is in the future. Correct it.`,
    ancientBirthDate: (date: string) =>
      `The birth date ${date} is more than 120 years ago. Correct it.`,
    gender: 'The gender must be MALE, FEMALE, OTHER, or UNKNOWN.',
    state: 'Choose a state or region of your country from the list.',
    country: (typed: string) =>
      `There is no country ${JSON.stringify(typed)}. Use a code of ISO 3166-1, such as US.`,
    tooYoung: (age: number) =>
      `You can register from the age of ${age} on. For somebody younger, a parent asks the operator of the service for an account.`,
  },
};
