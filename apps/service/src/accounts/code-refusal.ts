import { type LogInRefusal, throttledRefusal } from './attempt-log-in.ts';
import type { TypedCode } from './domain/typed-code.ts';
import type { VerifiedCode } from './verify-code.ts';

const refused = (text: string): LogInRefusal => ({
  status: 422,
  faults: [{ field: 'code', text }],
});

/** For what is no code at all, and counts as no attempt. */
export const noCode = refused('Enter the six digits that your app shows, or a recovery code.');

/** For a code by which a second factor was not turned on. */
export const notOfKey = refused(
  'This code is not that of the key. Type the one that your app shows now, and check that the clock of your phone is right.',
);

/** For one code too many. Recovery codes are counted apart. */
export function throttledCode(seconds: number, { kind }: TypedCode): LogInRefusal {
  const refusal = throttledRefusal(seconds);
  if (kind === 'recovery') return refusal;
  const text = 'Or enter a recovery code: those are not counted with the codes of your app.';
  return { ...refusal, faults: [...refusal.faults, { field: 'code', text }] };
}

/** What a page says to a code that did not do. */
export function codeRefusal(verified: Exclude<VerifiedCode, 'right' | 'off'>): LogInRefusal {
  return codeRefusals[verified];
}

const codeRefusals = {
  wrong: refused('This code is wrong, or was used before. Wait until your app shows another one.'),
  used: refused('This code was used already. Wait until your app shows the next one.'),
  unreadable: refused(
    'The codes of your app can no longer be checked. Enter a recovery code, or ask those who run the service to remove the second factor.',
  ),
};
