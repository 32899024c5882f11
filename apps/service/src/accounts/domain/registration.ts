import type { FormFault } from '../../platform/pages/render.ts';
import { ageOn } from '../../players/domain/age.ts';
import { readEmail } from './email.ts';
import { InvalidAccountError, isPossibleBirthDate, readDate, readText } from './new-account.ts';
import { passwordFault } from './passwords.ts';

/** What stands in the form of somebody who registers. */
export interface TypedRegistration {
  firstName: string;
  lastName: string;
  email: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  password: string;
}

/** Younger players have an account made for them by the operator, whom their parents ask. */
export const MINIMUM_AGE = 13;

/** The registration as it is stored, or what is wrong with each field. */
export function readRegistration(
  typed: TypedRegistration,
  now: Date,
): { values: TypedRegistration } | { faults: FormFault[] } {
  const faults: FormFault[] = [];
  const read = (field: string, of: () => string): string => {
    try {
      return of();
    } catch (error) {
      if (!(error instanceof InvalidAccountError)) throw error;
      faults.push({ field, text: error.message });
      return '';
    }
  };
  const values = {
    firstName: read('first_name', () => readText(typed.firstName, 'firstName')),
    lastName: read('last_name', () => readText(typed.lastName, 'lastName')),
    email: read('email', () => requireEmail(typed.email)),
    birthDate: read('birth_date', () => requireAge(readDate(typed.birthDate), now)),
    password: read('password', () => requirePassword(typed.password)),
  };
  return faults.length === 0 ? { values } : { faults };
}

function requireEmail(text: string): string {
  const email = readEmail(text);
  if (email === null)
    throw new InvalidAccountError('Enter an e-mail address, such as you@example.com.');
  return email;
}

function requirePassword(password: string): string {
  const fault = passwordFault(password);
  if (fault !== null) throw new InvalidAccountError(fault);
  return password;
}

function requireAge(birthDate: string, now: Date): string {
  if (!isPossibleBirthDate(birthDate, now)) {
    throw new InvalidAccountError('Enter the day you were born.');
  }
  if (ageOn(birthDate, now) < MINIMUM_AGE) {
    throw new InvalidAccountError(
      `You can register from the age of ${MINIMUM_AGE} on. For somebody younger, a parent asks the operator of the service for an account.`,
    );
  }
  return birthDate;
}
