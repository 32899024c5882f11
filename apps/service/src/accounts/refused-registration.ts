import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { networkOf } from '../platform/net/client-network.ts';
import { newSecret } from '../platform/secrets/secrets.ts';
import { openKeyedHash } from '../players/keyed-hash.ts';
import { setCookie } from './cookies.ts';
import { readEmail } from './domain/email.ts';
import type { PostedForm } from './posted-form.ts';
import { findRefusal, insertRefusal } from './store/registrations.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Whether somebody was too young within a day who registers with this browser, or with this e-mail address from this
 * network. The network alone would refuse a whole school, and the address alone would let a stranger refuse its owner.
 */
export async function wasTooYoung(
  dependencies: Dependencies,
  { cookies, raw }: PostedForm,
  email: string,
): Promise<boolean> {
  if (cookies.tooYoung !== null) return true;
  const origin = await originOf(dependencies, raw.ip, email);
  return await findRefusal(dependencies.database, origin, dependencies.clock());
}

/** Remembers for a day who was too young; gives the cookie for the browser. */
export async function rememberTooYoung(
  dependencies: Dependencies,
  { raw }: PostedForm,
  email: string,
): Promise<string> {
  const origin = await originOf(dependencies, raw.ip, email);
  const expiresAt = new Date(dependencies.clock().getTime() + DAY_SECONDS * 1_000);
  await insertRefusal(dependencies.database, origin, expiresAt);
  return setCookie(dependencies.publicUrl, 'too-young', newSecret(''), DAY_SECONDS);
}

async function originOf(dependencies: Dependencies, ip: string, email: string): Promise<Buffer> {
  const hash = await openKeyedHash(dependencies);
  const address = (readEmail(email) ?? email).toLowerCase();
  return Buffer.from(hash(`${address}\n${networkOf(ip)}`), 'hex');
}
