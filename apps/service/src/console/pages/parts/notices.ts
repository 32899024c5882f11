import {
  type TakenNotice,
  takeNotice as takeAccountNotice,
} from '../../../connect/login/notice.ts';
import { clearCookie, readCookie, setCookie } from '../../../connect/login/posted-form.ts';
import type { Realm } from '../../../connect/login/realms.ts';
import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import { operations } from '../../api/interface.gen.ts';

type Addressed = Pick<Dependencies, 'publicUrl'>;

const LIFETIME_SECONDS = 60;

// A notice is in a cookie, because no link can set one.
export function setNotice({ publicUrl }: Addressed, realm: Realm, notice: string): string {
  return setCookie(publicUrl, realm, 'notice', notice, LIFETIME_SECONDS);
}

/** The notice to show, and the cookies that remove it. */
export function takeNotice(
  dependencies: Addressed,
  header: string | undefined,
  realm: Realm,
): TakenNotice {
  const { publicUrl } = dependencies;
  const sent = readCookie(publicUrl, header, realm, 'notice');
  const text = sent === null ? undefined : noticeText(sent);
  if (text === undefined) return takeAccountNotice(dependencies, header, realm);
  return {
    words: { subject: null, text },
    cookies: [clearCookie(publicUrl, realm, 'notice')],
  };
}

// Notices that do not come from an operation.
const words: Readonly<Record<string, string>> = {
  'set-up':
    'Your account is set up. Wait for the next code of your app, then log in with it and the new password.',
  'browser-allowed': 'Log in within an hour. After that, this browser does not need a link again.',
  'logged-out': 'You are logged out.',
  'proof-ended':
    'Nothing was changed. After five wrong attempts you were logged out: log in again.',
  'replayed-none': 'There are no such deliveries in this time.',
  outdated:
    'Nothing was changed, because somebody else has changed this since. Look at the new values, and change them again.',
};

/** The text of a notice: one of the words above, or the message of an operation. */
function noticeText(notice: string): string | undefined {
  const known = words[notice];
  if (known !== undefined) return known;
  const [, id, isUnsettled] = /^(.+?)(-unsettled)?$/.exec(notice) ?? [];
  const done = operations.find((one) => one.id === id)?.done?.replaceAll('`', '');
  if (done === undefined || isUnsettled === undefined) return done;
  return `${done} The service is settling the ratings that follow from it.`;
}
