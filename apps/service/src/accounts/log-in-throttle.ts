import ipaddr from 'ipaddr.js';
import type { Dependencies } from '../dependencies.ts';
import { createRateLimit } from '../http/rate-limits.ts';
import { readEmail } from './domain/email.ts';

/** Counts an attempt to log in; gives the seconds to wait where there were too many, else null. */
export type LogInThrottle = (attempt: { email: string; address: string }) => Promise<number | null>;

/**
 * Two limits at once: by account against guessing one password from many addresses, by address
 * against trying one password on many accounts. Unknown accounts count like known ones.
 */
export function createLogInThrottle({
  configuration,
}: Pick<Dependencies, 'configuration'>): LogInThrottle {
  const limitAccount = createRateLimit(configuration.logInRateLimit);
  const limitAddress = createRateLimit(configuration.logInRateLimit);
  return async ({ email, address }) => {
    const ofAddress = await limitAddress(networkOf(address));
    // Refused by its address, an attempt does not use up what the account's owner may still try.
    if (ofAddress?.exceeded) return ofAddress.resetSeconds;
    const ofAccount = await limitAccount(readEmail(email)?.toLowerCase() ?? 'no e-mail address');
    return ofAccount?.exceeded ? ofAccount.resetSeconds : null;
  };
}

// Whoever has one IPv6 address has the 2^64 of its network, so the network is counted.
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts.slice(0, 4).join(':')}/64`
    : parsed.toString();
}
