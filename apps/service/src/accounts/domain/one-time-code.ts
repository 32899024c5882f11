import { Secret, TOTP } from 'otpauth';

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
