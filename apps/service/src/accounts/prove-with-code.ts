import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { LogInRefusal } from './attempt-log-in.ts';
import { noCode, throttledCode } from './code-refusal.ts';
import { knownDeviceOf } from './devices.ts';
import { browserWords } from './domain/browser-words.ts';
import { readTypedCode, type TypedCode } from './domain/typed-code.ts';
import type { Throttles } from './log-in-throttle.ts';
import { passwordDigest } from './log-in-ticket.ts';
import type { PostedForm } from './posted-form.ts';
import { provePassword } from './prove-password.ts';
import type { Player } from './sessions.ts';
import type { AccountRecord } from './store/accounts.ts';
import type { CodeHolder } from './verify-code.ts';

/** A player who has proven the password, and the code that is still to be verified. */
export interface CodeToVerify {
  account: AccountRecord;
  holder: CodeHolder;
  code: TypedCode;
}

/** Has a logged-in player prove the password, and reads the code beside it where it may be tried. */
export async function proveWithCode(
  dependencies: Dependencies,
  throttles: Pick<Throttles, 'password' | 'code'>,
  { memberId, email }: Player,
  { field, cookies, raw }: PostedForm,
): Promise<CodeToVerify | LogInRefusal> {
  const proof = await provePassword(dependencies, throttles.password, memberId, field('password'));
  if ('faults' in proof) return proof;
  const code = readTypedCode(field('code'));
  if (code === null) return noCode;
  const wait = await throttles.code({
    memberId,
    passwordDigest: passwordDigest(proof),
    address: raw.ip,
    knownDevice: await knownDeviceOf(dependencies, memberId, cookies.device),
    kind: code.kind,
  });
  if (wait !== null) return throttledCode(wait, code);
  const { name: browser } = browserWords(raw.headers['user-agent'] ?? null);
  return { account: proof, holder: { memberId, email, browser }, code };
}
