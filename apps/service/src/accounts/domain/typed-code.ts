import { RECOVERY_DIGITS } from './recovery-codes.ts';

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
