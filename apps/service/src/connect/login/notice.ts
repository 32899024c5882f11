import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type RedirectAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import type { FormFault, FormField, FormPage, NoticeWords } from '../../platform/pages/render.ts';
import { RECOVERY_PATH } from './links.ts';
import { clearCookie, readCookie, setCookie } from './posted-form.ts';

/**
 * What a form did, shown by the page after it. It travels in a cookie, which no link can set: an
 * address that makes our page say something would be a gift to anyone who wants to frighten players.
 */
export type Notice =
  | { kind: 'disconnected' | 'email-asked'; about: string }
  | { kind: 'others-ended' | 'password-changed' | 'results-claimed'; about: number }
  | {
      kind:
        | 'not-connected'
        | 'session-ended'
        | 'session-gone'
        | 'logged-out'
        | 'result-confirmed'
        | 'result-denied'
        | 'result-disputed'
        | 'result-distinct'
        | 'result-moved-on'
        | 'shown'
        | 'hidden'
        | 'shared'
        | 'not-shared'
        | 'erased'
        | 'registered'
        | 'password-reset'
        | 'browser-allowed'
        | 'email-proven'
        | 'factor-on'
        | 'factor-not-new'
        | 'factor-off'
        | 'outdated';
      about?: undefined;
    };

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
  switch (kind) {
    case 'disconnected':
      return { subject: about, text: 'is disconnected. Its access ended at once.' };
    case 'not-connected':
      return sentence('This application is no longer connected.');
    case 'session-ended':
      return sentence('That browser is logged out.');
    case 'session-gone':
      return sentence('That browser was logged out already.');
    case 'others-ended':
      return sentence(othersWords(Number(about)));
    case 'password-changed':
      return sentence(`Your password is changed. ${othersWords(Number(about))}`);
    case 'result-confirmed':
      return sentence('The result is confirmed and counts for your rating.');
    case 'result-denied':
      return sentence('The result does not count for your rating.');
    case 'result-disputed':
      return sentence('It is recorded that the result is wrong. It counts until it is taken back.');
    case 'result-distinct':
      return sentence(
        'It is recorded that this was another match. It counts once all its players say so.',
      );
    case 'results-claimed':
      return sentence(claimedWords(Number(about)));
    case 'result-moved-on':
      return sentence('This result has changed meanwhile. See how it stands now.');
    case 'shown':
      return sentence('You are shown in search and on leaderboards.');
    case 'hidden':
      return sentence('You are shown to nobody but applications that you connected.');
    case 'shared':
      return sentence('Your share page is ready. Send its address to anybody you like.');
    case 'not-shared':
      return sentence('Your share page is gone.');
    case 'erased':
      return sentence('Your account is erased. Goodbye, and thank you for playing.');
    case 'email-asked':
      return {
        subject: about,
        text: 'is sent a link. Follow it to prove that the address is yours.',
      };
    case 'email-proven':
      return sentence('Your e-mail address is proven.');
    case 'registered':
      return sentence('Your account is ready.');
    case 'browser-allowed':
      return sentence(
        'Log in within an hour. After that, this browser does not need a link again.',
      );
    case 'password-reset':
      return sentence('Your password is changed. Log in with the new one.');
    case 'factor-on':
      return {
        ...sentence('Your second factor is on. If you have not seen your recovery codes:'),
        link: newCodes,
      };
    case 'factor-not-new':
      return {
        ...sentence(
          'Your second factor was on already. The key that you have just put into your app does not work: delete it there. Your previous key still works, and so do its recovery codes. If you do not have them:',
        ),
        link: newCodes,
      };
    case 'factor-off':
      return sentence('Your second factor is off.');
    case 'outdated':
      return sentence(
        'That page was out of date: it was open for too long, or you logged in or out in another tab. Nothing was changed. Go on here.',
      );
    case 'logged-out':
      return sentence('You are logged out.');
    default:
      return null;
  }
}

const newCodes = { text: 'Make new recovery codes', address: RECOVERY_PATH };

function sentence(text: string): NoticeWords {
  return { subject: null, text };
}

function claimedWords(count: number): string {
  switch (count) {
    case 0:
      return 'None of them is yours. You are not asked about them again.';
    case 1:
      return 'One result is yours now and counts for your rating.';
    default:
      return `${count} results are yours now and count for your rating.`;
  }
}

function othersWords(count: number): string {
  switch (count) {
    case 0:
      return 'You were logged in nowhere else.';
    case 1:
      return 'One other browser was logged out.';
    default:
      return `${count} other browsers were logged out.`;
  }
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
