import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type RedirectAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import { plural } from '../../platform/pages/domain/locale.ts';
import type { FormFault, FormField, FormPage, NoticeWords } from '../../platform/pages/render.ts';
import { PROFILE_PATH, RECOVERY_PATH } from './links.ts';
import { clearCookie, readCookie, setCookie } from './posted-form.ts';

const sentences = {
  'not-connected': 'This application is no longer connected.',
  'session-ended': 'That browser is logged out.',
  'session-gone': 'That browser was logged out already.',
  'logged-out': 'You are logged out.',
  'result-confirmed': 'The result is confirmed and counts for your rating.',
  'result-denied': 'The result does not count for your rating.',
  'result-disputed': 'We recorded that this result is wrong. It counts until it is voided.',
  'result-distinct':
    'It is recorded that this was another match. It counts once all its players say so.',
  'result-moved-on': 'This result changed while you were answering. Check it again.',
  shown: 'You are shown in search and on leaderboards.',
  hidden: 'You are shown to nobody but applications that you connected.',
  'mail-on': 'You get these e-mails from now on.',
  'mail-off': 'You get no more of these e-mails.',
  shared: 'Your share page is ready. Send its address to anybody you like.',
  'sharing-saved':
    'Your share page is saved. Sites that showed its picture may keep the earlier one.',
  'sharing-moved': 'Your share page has a new address. The earlier address no longer works.',
  'not-shared': 'Your share page is gone.',
  erased: 'Your account is erased. Goodbye, and thank you for playing.',
  registered: 'Your account is ready. For ratings in mixed matches and local ranks:',
  'profile-saved': 'Your profile is saved.',
  'profile-unverified':
    'Your profile is saved. You are no longer verified, because your name or gender changed.',
  'password-reset': 'Your password is changed. Log in with the new one.',
  'browser-allowed': 'Log in within an hour. After that, this browser does not need a link again.',
  'email-proven': 'Your e-mail address is proven.',
  'factor-on': 'Your second factor is on. If you have not seen your recovery codes:',
  'factor-not-new':
    'Your second factor was on already. The key that you have just put into your app does not work: delete it there. Your previous key still works, and so do its recovery codes. If you do not have them:',
  'factor-off': 'Your second factor is off.',
  outdated:
    'That page was out of date: it was open for too long, or you logged in or out in another tab. Nothing was changed. Go on here.',
};

const aboutSubject = {
  disconnected: 'is disconnected. Its access ended at once.',
  'email-asked': 'is sent a link. Follow it to prove that the address is yours.',
};

const aboutCount = {
  'others-ended': othersWords,
  'password-changed': (count: number) => `Your password is changed. ${othersWords(count)}`,
  'results-claimed': claimedWords,
};

/**
 * What a form did, shown by the page after it. It travels in a cookie, which no link can set: an
 * address that makes our page say something would be a gift to anyone who wants to frighten players.
 */
export type Notice =
  | { kind: keyof typeof aboutSubject; about: string }
  | { kind: keyof typeof aboutCount; about: number }
  | { kind: keyof typeof sentences; about?: undefined };

const LIFETIME_SECONDS = 60;

export function setNotice({ publicUrl }: Pick<Dependencies, 'publicUrl'>, notice: Notice): string {
  return setCookie(publicUrl, 'notice', `${notice.kind} ${notice.about ?? ''}`, LIFETIME_SECONDS);
}

/** Leads to the current page, and says why, after a form of a page that was out of date. */
export function outdatedFormAnswer(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  address: string,
): RedirectAnswer {
  return redirectAnswer(address, [setNotice(dependencies, { kind: 'outdated' })]);
}

export interface TakenNotice {
  words: NoticeWords | null;
  /** What to set with the page, so that the notice is shown once. */
  cookies: string[];
}

export function takeNotice(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  header: string | undefined,
): TakenNotice {
  const sent = readCookie(publicUrl, header, 'notice');
  if (sent === null) return { words: null, cookies: [] };
  return { words: noticeWords(sent), cookies: [clearCookie(publicUrl, 'notice')] };
}

/** What the cookie stands for; null for what was not set here. */
function noticeWords(sent: string): NoticeWords | null {
  const [kind = ''] = sent.split(' ', 1);
  const about = sent.slice(kind.length + 1);
  if (isKindOf(aboutSubject, kind)) return { subject: about, text: aboutSubject[kind] };
  if (isKindOf(aboutCount, kind)) return { subject: null, text: aboutCount[kind](Number(about)) };
  if (!isKindOf(sentences, kind)) return null;
  const words = { subject: null, text: sentences[kind] };
  if (kind === 'registered') return { ...words, link: completeProfile };
  return kind === 'factor-on' || kind === 'factor-not-new' ? { ...words, link: newCodes } : words;
}

function isKindOf<Kinds extends object>(kinds: Kinds, kind: string): kind is keyof Kinds & string {
  return Object.hasOwn(kinds, kind);
}

const completeProfile = { text: 'Complete your profile', address: PROFILE_PATH };

const newCodes = { text: 'Make new recovery codes', address: RECOVERY_PATH };

function claimedWords(count: number): string {
  if (count === 0) return 'None of them is yours. You are not asked about them again.';
  return plural(count, {
    one: 'One result is yours now and counts for your rating.',
    other: '{count} results are yours now and count for your rating.',
  });
}

function othersWords(count: number): string {
  if (count === 0) return 'You were logged in nowhere else.';
  return plural(count, {
    one: 'One other browser was logged out.',
    other: '{count} other browsers were logged out.',
  });
}

/** A field for a one-time code, or for a recovery code in its place. */
export const codeField: FormField = {
  name: 'code',
  label: 'Code',
  type: 'text',
  autocomplete: 'one-time-code',
  isCode: true,
  maxLength: 40,
  hint: 'The six digits that your app shows, or one of your recovery codes.',
};

interface LogInCodeForm {
  action: string;
  hidden: Record<string, string>;
  faults: FormFault[];
  /** Where somebody else logs in. */
  startAgain: string;
}

/** The page that asks for a code after the right password. */
export function logInCodeForm({ startAgain, ...form }: LogInCodeForm): Omit<FormPage, 'formToken'> {
  return {
    ...form,
    heading: 'Enter your code',
    lead: 'Your account has a second factor: after the password comes a code of the app on your phone.',
    fields: [codeField],
    submit: 'Log in',
    links: [
      { before: 'Not you?', text: 'Log in as somebody else', address: startAgain },
      {
        before: 'Neither the app nor a recovery code?',
        text: 'What you can do',
        address: '/docs/guides/your-data#a-second-factor',
      },
    ],
    faultHeading: 'You are not logged in',
  };
}
