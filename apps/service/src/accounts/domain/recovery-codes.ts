import { createHash, randomInt } from 'node:crypto';

export const RECOVERY_CODES = 10;

// 80 bits, so that there is nothing to guess. Digits alone, since the field takes a one-time code too
// and a phone shows the keys of one kind.
export const RECOVERY_DIGITS = 24;
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
export function hashRecoveryCode(memberId: string, code: string): Uint8Array {
  return createHash('sha256').update(`${memberId} ${code}`).digest();
}
