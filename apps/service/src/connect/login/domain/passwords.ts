import { createHash, randomInt } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { Secret, TOTP } from 'otpauth';
import type { FormError } from '../../../platform/pages/render.ts';
import { connectTexts } from '../../domain/texts.ts';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/**
 * Returns whether a password is a common one, ignoring case and any digits and
 * signs at its end (NIST SP 800-63B §3.1.1.2).
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return common.has(plain) || common.has(plain.replace(/[\d\p{P}\p{S}]+$/u, ''));
}

export const PASSWORD_MINIMUM = 8;

// Longer than the passwords of any password manager, and short enough to hash without extra cost.
export const PASSWORD_MAXIMUM = 256;

/** Returns a sentence that says why a new password is refused. Null if it is accepted. */
export function passwordError(password: string): string | null {
  const { errors } = connectTexts();
  const length = [...password].length;
  if (length < PASSWORD_MINIMUM) return errors.shortPassword(PASSWORD_MINIMUM);
  if (length > PASSWORD_MAXIMUM) return errors.longPassword(PASSWORD_MAXIMUM);
  return isCommonPassword(password) ? errors.commonPassword : null;
}

/**
 * Returns the form in which a password is hashed. The same password may arrive composed
 * or decomposed, in full width or half, from different machines. NFKC makes them equal (NIST SP 800-63B §3.1.1.2).
 */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC');
}

interface TypedPasswords {
  /** Null if it was forgotten. */
  oldPassword: string | null;
  newPassword: string;
  /** The new password again. */
  again: string;
}

/** Returns the errors of the three fields that do not depend on the current password. */
export function newPasswordErrors({
  oldPassword,
  newPassword,
  again,
}: TypedPasswords): FormError[] {
  const { noOldPassword, otherPasswordAgain } = connectTexts().errors;
  const errors: FormError[] = [];
  if (oldPassword === '') errors.push({ field: 'password', text: noOldPassword });
  const error = newPasswordError(oldPassword, newPassword);
  if (error !== null) errors.push({ field: 'new_password', text: error });
  else if (normalisePassword(again) !== normalisePassword(newPassword)) {
    errors.push({ field: 'again', text: otherPasswordAgain });
  }
  return errors;
}

function newPasswordError(oldPassword: string | null, newPassword: string): string | null {
  const { noNewPassword, samePassword } = connectTexts().errors;
  if (newPassword === '') return noNewPassword;
  if (oldPassword !== null && normalisePassword(oldPassword) === normalisePassword(newPassword)) {
    return samePassword;
  }
  return passwordError(newPassword);
}

// What every authenticator app supports: some ignore these parts of a key's address.
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

// A clock may be one step ahead or behind, and typing a code takes a while (RFC 6238 §5.2).
const WINDOW_STEPS = 1;

// The length of the hash, as RFC 4226 §4 recommends.
const KEY_BYTES = 20;

/** Creates a key for one-time codes, in base32 for apps. */
export function newKey(): string {
  return new Secret({ size: KEY_BYTES }).base32;
}

/** Returns the address by which an app imports a key. The app shows `issuer` and `account` to distinguish its keys. */
export function keyAddress(key: string, account: string, issuer: string): string {
  return new TOTP({ ...parameters, issuer, label: account, secret: key }).toString();
}

/** Returns the time step of a code, within the tolerance for clocks. Null if it is wrong. */
export function timeStepOf(code: string, key: string, now: Date): number | null {
  const at = { timestamp: now.getTime(), period: parameters.period };
  const drift = TOTP.validate({
    ...parameters,
    ...at,
    token: code,
    secret: Secret.fromBase32(key),
    window: WINDOW_STEPS,
  });
  return drift === null ? null : TOTP.counter(at) + drift;
}

const RECOVERY_CODES = 10;

// 80 bits, so that nobody can guess one. Only digits, because the field also takes a one-time code,
// and a phone shows one kind of keyboard.
const RECOVERY_DIGITS = 24;

const DIGITS_AT_ONCE = 12;

/** Creates recovery codes, as digits without spaces. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_DIGITS / DIGITS_AT_ONCE }, twelveDigits).join(''),
  );
}

function twelveDigits(): string {
  return String(randomInt(10 ** DIGITS_AT_ONCE)).padStart(DIGITS_AT_ONCE, '0');
}

/** Hashes a recovery code for storage. A fast hash is enough for a random code. */
export function hashRecoveryCode(accountId: string, code: string): Uint8Array {
  return createHash('sha256').update(`${accountId} ${code}`).digest();
}

/** The input in a field for a code. */
export interface TypedCode {
  kind: 'one-time' | 'recovery';
  digits: string;
}

/** Reads a typed code, with any spaces and dashes. Null for any other text. */
export function readTypedCode(typed: string): TypedCode | null {
  const digits = typed.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
  if (/^\d{6}$/.test(digits)) return { kind: 'one-time', digits };
  const isRecovery = /^\d+$/.test(digits) && digits.length === RECOVERY_DIGITS;
  return isRecovery ? { kind: 'recovery', digits } : null;
}

/** Writes digits or letters in groups of four. */
export function inGroups(text: string): string {
  return text.replace(/.{4}(?=.)/gu, '$& ');
}
