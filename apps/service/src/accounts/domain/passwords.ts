import { isCommonPassword } from './common-passwords.ts';

export const PASSWORD_MINIMUM = 8;

// Longer than any password manager makes, and short enough that hashing it costs nothing extra.
export const PASSWORD_MAXIMUM = 256;

/** Why a new password is refused, as a sentence; null where it is taken. */
export function passwordFault(password: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_MINIMUM) return `A password has at least ${PASSWORD_MINIMUM} characters.`;
  if (length > PASSWORD_MAXIMUM) return `A password has at most ${PASSWORD_MAXIMUM} characters.`;
  if (isCommonPassword(password)) {
    return 'This is one of the most common passwords, which are tried first. Choose another: several words together are better.';
  }
  return null;
}

/**
 * The form in which a password is hashed. One password typed on two machines may arrive composed
 * or decomposed, in full width or half; NFKC makes them the same (NIST SP 800-63B §3.1.1.2).
 */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC');
}
