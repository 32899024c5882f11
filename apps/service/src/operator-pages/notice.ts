import { clearCookie, readCookie, setCookie } from '../accounts/cookies.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { NoticeWords } from '../platform/pages/words.ts';

// It travels in a cookie, which no link can set, as that of the players' pages.
const words = {
  'set-up': 'Your account is set up. Log in with the new password and a code of your app.',
  'browser-allowed': 'Log in within an hour. After that, this browser does not need a link again.',
  'logged-out': 'You are logged out.',
  'proof-ended':
    'Nothing was changed. After five wrong attempts you were logged out: log in again.',
  renamed: 'The name is changed. Players see it from now on.',
  redirects: 'The redirect addresses are changed. They hold from the next request on.',
  limits: 'The limits are changed. They hold from the next request on.',
  suspended:
    'The partner is suspended. Its requests are refused from now on, and no event is sent.',
  'suspended-already': 'The partner was suspended already.',
  resumed: 'The partner works again, with the same keys, tokens and connections.',
  'resumed-already': 'The partner was not suspended.',
  revoked: 'The key is revoked. Requests with it are refused from now on.',
  edited: 'The facts are corrected.',
  outdated:
    'Nothing was changed: somebody else changed this meanwhile. See how it stands now, and change it again.',
  'edited-nothing': 'Nothing was changed: it is so already.',
  locked: 'Nobody can log in to the account any more. Its sessions and tokens have ended.',
  'locked-already': 'The account was locked already.',
  unlocked: 'The player can log in again.',
  'unlocked-already': 'The account was not locked.',
  erased: 'The member is erased. The matches and ratings stay as those of a former player.',
  voided: 'The match is voided. The ratings are what they would be without it.',
  'voided-soon': 'The match is voided. The service is settling the ratings that follow from it.',
  released: 'The match counts from now on.',
  'released-soon':
    'The match counts from now on. The service is settling the ratings that follow from it.',
  redelivered: 'The delivery is queued. Load this page again to see what comes of it.',
  replayed: 'The deliveries are queued.',
  'replayed-none': 'There were none to send again in this time.',
} as const;

/** What a form did, shown by the page after it. */
export type Notice = keyof typeof words;

const LIFETIME_SECONDS = 60;

export function setOperatorNotice(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  notice: Notice,
): string {
  return setCookie(publicUrl, 'operator-notice', notice, LIFETIME_SECONDS);
}

/** The notice to show, and what to set so that it is shown once. */
export function takeOperatorNotice(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  header: string | undefined,
): { words: NoticeWords | null; cookies: string[] } {
  const sent = readCookie(publicUrl, header, 'operator-notice');
  if (sent === null) return { words: null, cookies: [] };
  const text = Object.entries(words).find(([notice]) => notice === sent)?.[1];
  return {
    words: text === undefined ? null : { subject: null, text },
    cookies: [clearCookie(publicUrl, 'operator-notice')],
  };
}
