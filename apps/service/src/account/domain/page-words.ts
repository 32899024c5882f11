import { dateText, LANGUAGE } from '../../platform/pages/domain/locale.ts';
import type { NamingLine } from '../../platform/pages/domain/naming-line.ts';

/** What the audit has of something that concerns a player. */
interface Activity {
  actor: 'player' | 'partner' | 'operator' | 'service';
  action: string;
  applicationName: string | null;
  details: Record<string, unknown> | null;
}

type Words = (activity: Activity) => string;

const browser: Words = ({ details }) =>
  typeof details?.browser === 'string' ? details.browser : 'a browser';

const words: Readonly<Record<string, Words>> = {
  'member.created': () => 'Your account was made',
  'member.edited': ({ details }) =>
    details?.endedVerification === true
      ? 'Your profile was changed, and you are no longer verified'
      : 'Your profile was changed',
  'birth_date.confirmed': () => 'Your birth date was confirmed',
  'account.locked': () => 'Your account was locked',
  'account.unlocked': () => 'Your account was unlocked',
  'account.reset': () => 'Every browser was logged out, and the password taken away',
  'member.merged': () => 'Matches of a placeholder player became yours',
  'ghost.claimed': () => 'Matches of a placeholder player became yours',
  'match.confirmed': () => 'A result was confirmed, so that it counts for you',
  'match.denied': () => 'A result was denied: you did not play in it',
  'match.disputed': () => 'A result was disputed',
  'log_in.succeeded': (activity) => `Log-in with ${browser(activity)}`,
  'log_in.refused': (activity) => `Log-in refused: wrong password, with ${browser(activity)}`,
  'log_in.code_asked': (activity) => `Right password, code asked for, with ${browser(activity)}`,
  'second_factor.enabled': () => 'Second factor turned on',
  'second_factor.disabled': () => 'Second factor turned off',
  'second_factor.removed': () => 'Second factor turned off',
  'second_factor.refused': (activity) =>
    `Wrong code after the right password, with ${browser(activity)}`,
  'recovery_code.used': () => 'A recovery code was used up',
  'recovery_codes.replaced': () => 'New recovery codes made',
  'password.changed': () => 'Password changed',
  'password.reset': () => 'Forgotten password replaced',
  'email.changed': () => 'E-mail address changed',
  'email.proven': () => 'E-mail address proven',
  'log_in.allowed': (activity) =>
    `A link let ${browser(activity)} log in, despite many wrong passwords`,
  'link.created': () => 'A one-use link was made for you',
  'discovery.changed': ({ details }) =>
    details?.isDiscoverable === true
      ? 'You are shown in search and on leaderboards'
      : 'You are shown to nobody but applications that you connected',
  'sharing.changed': ({ details }) => {
    if (details?.isShared !== true) return 'Your share page was switched off';
    if (details.isMoved === true) return 'Your share page got a new address';
    return details.isChanged === true
      ? 'What your share page shows was changed'
      : 'Your share page was switched on';
  },
  'mails.changed': ({ details }) =>
    details?.isWanted === true
      ? 'E-mails about matches were switched on'
      : 'E-mails about matches were switched off',
  'connection.created': () => '{application} connected',
  'connection.changed': () => '{application} allowed other things',
  'connection.refused': () => '{application} refused',
  'connection.revoked': () => '{application} disconnected',
  'token.revoked': () => '{application} gave back its access',
  'token.reuse_detected': () => '{application} lost its access: it was used from two places',
};

/** Puts an entry of the audit in words for its player; what has none is shown by its name. */
export function activityWords(activity: Activity): NamingLine {
  const pattern = words[activity.action]?.(activity) ?? activity.action.replace(/[._]/g, ' ');
  return { pattern, names: { application: [activity.applicationName ?? 'An application'] } };
}

// Of somebody who did not know the password, or the code, nobody knows who it was.
const unproven: ReadonlySet<string> = new Set([
  'log_in.refused',
  'log_in.code_asked',
  'second_factor.refused',
]);

/** Who did it, as the player would say. */
export function actorWords(activity: Activity): NamingLine {
  return {
    pattern: actorPattern(activity),
    names: { application: [activity.applicationName ?? ''] },
  };
}

function actorPattern({ actor, action, applicationName }: Activity): string {
  if (unproven.has(action)) return 'By you or somebody else';
  switch (actor) {
    case 'player':
      return 'By you';
    case 'partner':
      return applicationName === null ? 'By an application' : 'By {application}';
    case 'operator':
      return 'By those who run the service';
    case 'service':
      return 'By the service itself';
  }
}

/** A moment as a page shows it: words for people, and the time for machines. */
interface MomentWords {
  text: string;
  /** RFC 3339, for the `datetime` of a `time` element. */
  time: string;
}

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const DAY = 24 * HOUR;

const units: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
];

const distance = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'always' });

/** How long ago it was: true in every time zone, and the service does not know the player's. */
export function agoWords(moment: Date, now: Date): MomentWords {
  const time = moment.toISOString();
  const passed = now.getTime() - moment.getTime();
  if (passed >= 30 * DAY) return { text: `on ${dateText(moment)}`, time };
  const [length, unit] = units.find(([candidate]) => passed >= candidate) ?? [];
  if (length === undefined || unit === undefined) return { text: 'just now', time };
  return { text: distance.format(-Math.floor(passed / length), unit), time };
}

/** A day of the calendar, `YYYY-MM-DD`. */
export function dayWords(day: string): MomentWords {
  return { text: dateText(new Date(day)), time: day };
}

export function dateWords(moment: Date): MomentWords {
  return { text: dateText(moment), time: moment.toISOString() };
}

export const MATCHES_PATH = '/account/matches';

/** The address of the page of matches that were played before one, or of the first. */
export function matchesAddress(before: string | null): string {
  return before === null ? MATCHES_PATH : `${MATCHES_PATH}?before=${before}`;
}

/** Whether a form names one of these pages to go back to. */
export function isMatchesAddress(text: string | null): text is string {
  return text !== null && /^\/account\/matches(\?before=mat_[0-9a-z]{26})?$/.test(text);
}
