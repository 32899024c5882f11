import { ageOn } from '@partner-rating/ratings';
import { deceptiveCharacterIn, type ErrorItemCode } from '@partner-rating/server';
import { readEmail } from '../../connect/login/domain/account-mail.ts';
import { passwordError } from '../../connect/login/domain/passwords.ts';
import { nameColumns } from '../../members/domain/names.ts';
import type { Gender, MemberRow } from '../../platform/database/schema.ts';
import type { FormError } from '../../platform/pages/render.ts';
import { earliestBirth, toDay } from '../../ratings/domain/player.ts';
import { isCountry, isStateOf } from './regions.ts';
import { type AccountTexts, accountTexts } from './texts.ts';

/** A member with their log-in, as somebody typed it. */
export interface NewAccount extends PersonalFacts {
  email: string;
  password: string;
  /** Whether the person chose that others find them. */
  isDiscoverable: boolean;
}

/** The data of a person, as somebody typed it. */
export interface PersonalFacts {
  firstName: string;
  lastName: string;
  /** A calendar date, `YYYY-MM-DD`. */
  birthDate?: string | null;
  gender?: string;
  city?: string | null;
  state?: string | null;
  zip?: string | null;
  /** ISO 3166-1 alpha-2. */
  country?: string | null;
  isVairified?: boolean;
  isWheelchair?: boolean;
}

/** A new account is invalid. The message is a sentence for the person who creates it. */
export class InvalidAccountError extends Error {
  override name = 'InvalidAccountError';
  /** The invalid value. Null if the caller knows it. */
  readonly field: keyof NewAccount | null;
  readonly code: ErrorItemCode;

  constructor(
    message: string,
    { field, code = 'format' }: { field?: keyof NewAccount; code?: ErrorItemCode } = {},
  ) {
    super(message);
    this.field = field ?? null;
    this.code = code;
  }
}

/**
 * Returns the columns of the member of a new account, with texts in composed form (NFC).
 * @throws InvalidAccountError for the first invalid value.
 */
export function readNewAccount({ password, ...account }: NewAccount) {
  const member = readNewMember(account);
  const error = passwordError(password);
  if (error !== null) throw new InvalidAccountError(error, { field: 'password' });
  return member;
}

/**
 * Does the same for an account whose password is already hashed.
 * @throws InvalidAccountError for the first invalid value.
 */
export function readNewMember(account: Omit<NewAccount, 'password'>) {
  const email = readEmail(account.email);
  if (email === null) {
    throw new InvalidAccountError(accountTexts().errors.notAnEmail(account.email), {
      field: 'email',
    });
  }
  return { email, ...readPersonalFacts(account), is_discoverable: account.isDiscoverable };
}

/**
 * Returns the columns of a member's personal data, with texts in composed form (NFC).
 * @throws InvalidAccountError for the first invalid value.
 */
export function readPersonalFacts(account: PersonalFacts) {
  const name = {
    first_name: readText(account.firstName, 'firstName'),
    last_name: readText(account.lastName, 'lastName'),
    city: optional(account.city, (text) => readText(text, 'city')),
  };
  return {
    ...name,
    ...nameColumns(name),
    birth_date: optional(account.birthDate, readDate),
    gender: readGender(account.gender ?? 'UNKNOWN'),
    state: optional(account.state, (text) => readText(text, 'state')),
    zip: optional(account.zip, (text) => readText(text, 'zip', 16)),
    country: optional(account.country, readCountry),
    is_vairified: account.isVairified ?? false,
    is_wheelchair: account.isWheelchair ?? false,
  };
}

/** Returns the stored data of a member, as somebody would type it. */
export function factsOf(member: MemberRow): PersonalFacts {
  return {
    firstName: member.first_name,
    lastName: member.last_name,
    birthDate: member.birth_date,
    gender: member.gender,
    city: member.city,
    state: member.state,
    zip: member.zip,
    country: member.country,
    isVairified: member.is_vairified,
    isWheelchair: member.is_wheelchair,
  };
}

function optional<Value>(
  text: string | null | undefined,
  read: (text: string) => Value,
): Value | null {
  return text === null || text === undefined || text === '' ? null : read(text);
}

function readText(
  text: string,
  field: keyof AccountTexts['errors']['fields'],
  maxLength = 100,
): string {
  const { errors } = accountTexts();
  const value = text.trim().normalize('NFC');
  if (value === '' || [...value].length > maxLength) {
    throw new InvalidAccountError(errors.length(errors.fields[field], maxLength), fieldOf(field));
  }
  if (deceptiveCharacterIn(value) !== null) {
    throw new InvalidAccountError(errors.deceptive(errors.fields[field]), fieldOf(field));
  }
  return value;
}

function fieldOf(field: keyof AccountTexts['errors']['fields']) {
  return field === 'name' ? {} : { field };
}

function readDate(text: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  // Date accepts February 30, but as another day.
  if (date === null || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text)) {
    throw new InvalidAccountError(accountTexts().errors.birthDate(text), { field: 'birthDate' });
  }
  return text;
}

/** @throws InvalidAccountError if the day is in the future, or more than 120 years ago. */
export function requirePossibleBirthDate(birthDate: string | null, now: Date): void {
  const today = toDay(now);
  if (birthDate === null || (birthDate <= today && birthDate >= earliestBirth(today))) return;
  const { futureBirthDate, ancientBirthDate } = accountTexts().errors;
  const message = birthDate > today ? futureBirthDate : ancientBirthDate;
  throw new InvalidAccountError(message(new Date(birthDate)), { field: 'birthDate' });
}

function readGender(text: string): Gender {
  const gender = (['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'] as const).find((one) => one === text);
  if (gender === undefined) {
    throw new InvalidAccountError(accountTexts().errors.gender, { field: 'gender' });
  }
  return gender;
}

function readState(text: string, country: string): string {
  if (!isStateOf(country, text)) {
    throw new InvalidAccountError(accountTexts().errors.state);
  }
  return text;
}

function readCountry(text: string): string {
  if (!isCountry(text)) {
    throw new InvalidAccountError(accountTexts().errors.country(text), { field: 'country' });
  }
  return text;
}

export interface TypedRegistration {
  firstName: string;
  lastName: string;
  email: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  /** Whether others find the player: `on` or `off`, and empty before the choice. */
  discoverable: string;
  password: string;
}

/** A registration as it is stored. */
export type NewRegistration = Omit<TypedRegistration, 'discoverable'> &
  Pick<NewAccount, 'isDiscoverable'>;

/** The limits for the birth date that a player enters. */
export interface BirthDateRules {
  now: Date;
  /** Minimum age to register. For a younger player, a parent asks the operator to create the account. */
  minimumAge: number;
  /** Whether the same person entered a birth date within the last day that was too young. */
  wasTooYoung: boolean;
}

/** Returns the registration as it is stored, or the error of each field. */
export function readRegistration(
  typed: TypedRegistration,
  rules: BirthDateRules,
): { values: NewRegistration } | { errors: FormError[]; isTooYoung: boolean } {
  const errors: FormError[] = [];
  const read = readerOf(errors);
  const values = {
    firstName: read('first_name', () => readText(typed.firstName, 'firstName')),
    lastName: read('last_name', () => readText(typed.lastName, 'lastName')),
    email: read('email', () => requireEmail(typed.email)),
    birthDate: read('birth_date', () => readOwnBirthDate(typed.birthDate, rules)),
    isDiscoverable: read('discoverable', () => requireDiscovery(typed.discoverable)) === 'on',
    password: read('password', () => requirePassword(typed.password)),
  };
  if (errors.length === 0) return { values };
  return { errors, isTooYoung: isTooYoung(typed.birthDate, rules) };
}

/** The values of the form with which a partner's person signs up. */
export interface TypedSignUp {
  name: string;
  email: string;
  password: string;
}

/** Returns the sign-up as it is stored, or the error of each field. */
export function readSignUp(typed: TypedSignUp): { values: TypedSignUp } | { errors: FormError[] } {
  const errors: FormError[] = [];
  const read = readerOf(errors);
  const values = {
    name: read('name', () => readText(typed.name, 'name')),
    email: read('email', () => requireEmail(typed.email)),
    password: read('password', () => requirePassword(typed.password)),
  };
  return errors.length === 0 ? { values } : { errors };
}

/**
 * Returns a function that reads the value of a field. That function collects errors, and returns an empty text for an
 * invalid value.
 */
function readerOf(errors: FormError[]) {
  return (field: string, read: () => string): string => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InvalidAccountError)) throw error;
      errors.push({ field, text: error.message });
      return '';
    }
  };
}

/**
 * @throws InvalidAccountError if the birth date is missing or impossible, or the player is too young now or was within the
 * last day.
 */
function readOwnBirthDate(text: string, rules: BirthDateRules): string {
  if (text === '') throw new InvalidAccountError(accountTexts().errors.noBirthDate);
  const birthDate = readDate(text);
  requirePossibleBirthDate(birthDate, rules.now);
  if (rules.wasTooYoung || isTooYoung(text, rules)) {
    throw new InvalidAccountError(accountTexts().errors.tooYoung(rules.minimumAge));
  }
  return birthDate;
}

function isTooYoung(text: string, { now, minimumAge }: BirthDateRules): boolean {
  try {
    const birthDate = readDate(text);
    requirePossibleBirthDate(birthDate, now);
    return ageOn(birthDate, toDay(now)) < minimumAge;
  } catch {
    return false;
  }
}

/** The data that players enter and correct themselves. */
export interface Profile {
  firstName: string;
  lastName: string;
  birthDate: string;
  gender: string;
  city: string;
  state: string;
  country: string;
}

export function profileOf(member: MemberRow): Profile {
  const { firstName, lastName, birthDate, gender, city, state, country } = factsOf(member);
  return {
    ...{ firstName, lastName, birthDate: birthDate ?? '', gender: gender ?? 'UNKNOWN' },
    ...{ city: city ?? '', state: state ?? '', country: country ?? '' },
  };
}

/** Returns the profile as it is stored, or the error of each field. The stored birth date stays valid. */
export function readProfile(
  typed: Profile,
  known: Profile,
  rules: BirthDateRules,
): { values: Profile } | { errors: FormError[]; isTooYoung: boolean } {
  const errors: FormError[] = [];
  const read = readerOf(errors);
  const ifAny = (text: string, of: (text: string) => string) =>
    text.trim() === '' ? '' : of(text);
  const isNewBirthDate = typed.birthDate !== known.birthDate;
  const values = {
    firstName: read('first_name', () => readText(typed.firstName, 'firstName')),
    lastName: read('last_name', () => readText(typed.lastName, 'lastName')),
    birthDate: read('birth_date', () =>
      isNewBirthDate ? readOwnBirthDate(typed.birthDate, rules) : known.birthDate,
    ),
    gender: read('gender', () => readGender(typed.gender)),
    city: read('city', () => ifAny(typed.city, (text) => readText(text, 'city'))),
    state: read('state', () => {
      const isKnown = typed.state === known.state && typed.country === known.country;
      return isKnown ? known.state : ifAny(typed.state, (text) => readState(text, typed.country));
    }),
    country: read('country', () => ifAny(typed.country, readCountry)),
  };
  if (errors.length === 0) return { values };
  return { errors, isTooYoung: isNewBirthDate && isTooYoung(typed.birthDate, rules) };
}

function requireEmail(text: string): string {
  const email = readEmail(text);
  if (email === null) throw new InvalidAccountError(accountTexts().errors.email);
  return email;
}

function requireDiscovery(typed: string): string {
  if (typed === 'on' || typed === 'off') return typed;
  throw new InvalidAccountError(accountTexts().errors.discoverable);
}

function requirePassword(password: string): string {
  const error = passwordError(password);
  if (error !== null) throw new InvalidAccountError(error);
  return password;
}
