import type { FormFault } from '../../platform/pages/render.ts';
import { ageOn } from '../../players/domain/age.ts';
import { toDay } from '../../players/domain/day.ts';
import { readEmail } from './email.ts';
import {
  InvalidAccountError,
  readDate,
  readText,
  requirePossibleBirthDate,
} from './new-account.ts';
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

export interface RegistrationRules {
  now: Date;
  /** Minimum age to register. For a younger player, a parent asks the operator to create the account. */
  minimumAge: number;
  /** Whether the same person was too young within a day, by another birth date. */
  wasTooYoung: boolean;
}

/** The registration as it is stored, or what is wrong with each field. */
export function readRegistration(
  typed: TypedRegistration,
  { now, minimumAge, wasTooYoung }: RegistrationRules,
): { values: TypedRegistration } | { faults: FormFault[]; isTooYoung: boolean } {
  let isTooYoung = false;
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
    birthDate: read('birth_date', () => {
      const birthDate = readDate(typed.birthDate);
      requirePossibleBirthDate(birthDate, now);
      isTooYoung = ageOn(birthDate, toDay(now)) < minimumAge;
      if (isTooYoung || wasTooYoung) throw new InvalidAccountError(tooYoung(minimumAge));
      return birthDate;
    }),
    password: read('password', () => requirePassword(typed.password)),
  };
  return faults.length === 0 ? { values } : { faults, isTooYoung };
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

function tooYoung(minimumAge: number): string {
  return `You can register from the age of ${minimumAge} on. For somebody younger, a parent asks the operator of the service for an account.`;
}
