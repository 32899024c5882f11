import { createHash, randomInt } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { Secret, TOTP } from 'otpauth';
import type { FormError } from '../../../platform/pages/render.ts';
import { connectTexts } from '../../domain/texts.ts';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/**
 * Whether a password is one that everybody tries first, whatever its case and whatever digits and
 * signs were added to its end (NIST SP 800-63B §3.1.1.2).
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return common.has(plain) || common.has(plain.replace(/[\d\p{P}\p{S}]+$/u, ''));
}

export const PASSWORD_MINIMUM = 8;

// Longer than any password manager makes, and short enough that hashing it costs nothing extra.
export const PASSWORD_MAXIMUM = 256;

/** Why a new password is refused, as a sentence; null where it is taken. */
export function passwordError(password: string): string | null {
  const { errors } = connectTexts();
  const length = [...password].length;
  if (length < PASSWORD_MINIMUM) return errors.shortPassword(PASSWORD_MINIMUM);
  if (length > PASSWORD_MAXIMUM) return errors.longPassword(PASSWORD_MAXIMUM);
  return isCommonPassword(password) ? errors.commonPassword : null;
}

/**
 * The form in which a password is hashed. One password typed on two machines may arrive composed
 * or decomposed, in full width or half; NFKC makes them the same (NIST SP 800-63B §3.1.1.2).
 */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC');
}

interface TypedPasswords {
  /** Null where it is forgotten. */
  oldPassword: string | null;
  newPassword: string;
  /** The new one, typed once more. */
  again: string;
}

/** What is wrong with the three fields, whatever the password is now. */
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

// What every authenticator app supports: some ignore what a key's address says of these.
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

const ISSUER = 'Partner Rating';

// A clock may be a step ahead or behind, and a code takes a while to type (RFC 6238 §5.2).
const WINDOW_STEPS = 1;

// As long as the hash, as RFC 4226 §4 recommends.
const KEY_BYTES = 20;

/** A new key for one-time codes, in base32 as apps take it. */
export function newKey(): string {
  return new Secret({ size: KEY_BYTES }).base32;
}

/** The address by which an app takes over a key; `account` says whose it is among others in the app. */
export function keyAddress(key: string, account: string): string {
  return new TOTP({ ...parameters, issuer: ISSUER, label: account, secret: key }).toString();
}

/** The time step whose code this is, within what a clock may be off; null where it is none. */
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

// 80 bits, so that there is nothing to guess. Digits alone, since the field takes a one-time code too
// and a phone shows the keys of one kind.
const RECOVERY_DIGITS = 24;

const DIGITS_AT_ONCE = 12;

/** New recovery codes, as digits without spaces. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_DIGITS / DIGITS_AT_ONCE }, twelveDigits).join(''),
  );
}

function twelveDigits(): string {
  return String(randomInt(10 ** DIGITS_AT_ONCE)).padStart(DIGITS_AT_ONCE, '0');
}

/** How a recovery code is stored. A fast hash is enough for a random code. */
export function hashRecoveryCode(accountId: string, code: string): Uint8Array {
  return createHash('sha256').update(`${accountId} ${code}`).digest();
}

/** What stands in a field for a code: that of an app, or a recovery code. */
export interface TypedCode {
  kind: 'one-time' | 'recovery';
  digits: string;
}

/** Reads a typed code, whatever spaces and dashes part its digits; null for what is none. */
export function readTypedCode(typed: string): TypedCode | null {
  const digits = typed.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
  if (/^\d{6}$/.test(digits)) return { kind: 'one-time', digits };
  const isRecovery = /^\d+$/.test(digits) && digits.length === RECOVERY_DIGITS;
  return isRecovery ? { kind: 'recovery', digits } : null;
}

/** Digits or letters in groups of four, as a person reads them. */
export function inGroups(text: string): string {
  return text.replace(/.{4}(?=.)/gu, '$& ');
}
