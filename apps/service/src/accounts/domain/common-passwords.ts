import { dictionary } from '@zxcvbn-ts/language-common';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/**
 * Whether a password is one that everybody tries first, whatever its case and whatever digits and
 * signs were added to its end (NIST SP 800-63B §3.1.1.2).
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return common.has(plain) || common.has(plain.replace(/[\d\p{P}\p{S}]+$/u, ''));
}
