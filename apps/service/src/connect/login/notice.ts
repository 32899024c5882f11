import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type RedirectAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import type { FormError, FormField, FormPage, NoticeWords } from '../../platform/pages/render.ts';
import { type ConnectTexts, connectTexts } from '../domain/texts.ts';
import { PROFILE_PATH, RECOVERY_PATH } from './links.ts';
import { clearCookie, readCookie, setCookie } from './posted-form.ts';
import { players, type Realm } from './realms.ts';

/**
 * The result of a form, shown by the next page. It is in a cookie, because nobody can set that with a link: an
 * address that makes our pages say something would help people who want to frighten players.
 */
export type Notice =
  | { kind: keyof ConnectTexts['noticesAbout']; about: string }
  | { kind: keyof ConnectTexts['noticesOfCount']; about: number }
  | { kind: keyof ConnectTexts['notices']; about?: undefined };

const LIFETIME_SECONDS = 60;

export function setNotice(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  notice: Notice,
  realm: Realm = players,
): string {
  const value = `${notice.kind} ${notice.about ?? ''}`;
  return setCookie(publicUrl, realm, 'notice', value, LIFETIME_SECONDS);
}

/** Redirects to the current page with an explanation, after a form of an outdated page. */
export function outdatedFormAnswer(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  address: string,
  realm: Realm = players,
): RedirectAnswer {
  return redirectAnswer(address, [setNotice(dependencies, { kind: 'outdated' }, realm)]);
}

export interface TakenNotice {
  words: NoticeWords | null;
  /** The cookies to set with the page, so that the notice appears once. */
  cookies: string[];
}

export function takeNotice(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  header: string | undefined,
  realm: Realm = players,
): TakenNotice {
  const sent = readCookie(publicUrl, header, realm, 'notice');
  if (sent === null) return { words: null, cookies: [] };
  return { words: noticeWords(sent), cookies: [clearCookie(publicUrl, realm, 'notice')] };
}

/** Returns the words of a cookie. Null if the service did not set it. */
function noticeWords(sent: string): NoticeWords | null {
  const [kind = ''] = sent.split(' ', 1);
  const about = sent.slice(kind.length + 1);
  const { notices, noticesAbout, noticesOfCount, noticeLinks } = connectTexts();
  if (isKindOf(noticesAbout, kind)) return { subject: about, text: noticesAbout[kind] };
  if (isKindOf(noticesOfCount, kind)) {
    return { subject: null, text: noticesOfCount[kind](Number(about)) };
  }
  if (!isKindOf(notices, kind)) return null;
  const words = { subject: null, text: notices[kind] };
  if (kind === 'registered') {
    return { ...words, link: { text: noticeLinks.completeProfile, address: PROFILE_PATH } };
  }
  return kind === 'factor-on' || kind === 'factor-not-new'
    ? { ...words, link: { text: noticeLinks.newCodes, address: RECOVERY_PATH } }
    : words;
}

function isKindOf<Kinds extends object>(kinds: Kinds, kind: string): kind is keyof Kinds & string {
  return Object.hasOwn(kinds, kind);
}

/** Returns a field for a one-time code or a recovery code. */
export function codeField(): FormField {
  const { label, hint } = connectTexts().code;
  const attributes = { autocomplete: 'one-time-code', isCode: true, maxLength: 40 };
  return { name: 'code', label, type: 'text', ...attributes, hint };
}

interface LogInCodeForm {
  action: string;
  hidden: Record<string, string>;
  errors: FormError[];
  /** The page where another person can log in. */
  startAgain: string;
}

/** Returns the form that asks for a code after the right password. */
export function logInCodeForm({ startAgain, ...form }: LogInCodeForm): Omit<FormPage, 'formToken'> {
  const { code, logIn } = connectTexts();
  return {
    ...form,
    heading: code.heading,
    lead: code.lead,
    fields: [codeField()],
    submit: code.submit,
    links: [
      { ...code.notYou, address: startAgain },
      { ...code.noCode, address: '/docs/guides/your-data#two-step-verification' },
    ],
    errorHeading: logIn.notLoggedIn,
  };
}
