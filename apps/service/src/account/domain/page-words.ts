import { dateText, distanceText } from '../../platform/pages/domain/locale.ts';
import type { Moment, NamingLine } from '../../platform/pages/domain/naming-line.ts';
import { pageTexts } from '../../platform/pages/domain/texts.ts';
import { accountTexts } from './texts.ts';

/** An audit entry that concerns a player. */
interface Activity {
  actor: 'player' | 'partner' | 'operator' | 'service';
  action: string;
  applicationName: string | null;
  details: Record<string, unknown> | null;
}

/** Describes an audit entry for its player. An unknown action is shown by its name. */
export function activityWords(activity: Activity): NamingLine {
  const { application, browser, actions } = accountTexts().activity;
  const { action, applicationName, details } = activity;
  return {
    pattern: changeWords(activity) ?? actions[action] ?? action.replace(/[._]/g, ' '),
    names: {
      application: [applicationName ?? application],
      browser: typeof details?.browser === 'string' ? details.browser : browser,
    },
  };
}

/** Returns what the details of an entry add to its action. */
function changeWords({ action, details }: Activity): string | null {
  const texts = accountTexts().activity;
  switch (action) {
    case 'member.edited':
      return details?.endedVerification === true ? texts.markRemoved : null;
    case 'discovery.changed':
      return details?.isDiscoverable === true ? texts.discoverable : null;
    case 'mails.changed':
      return details?.isWanted === true ? texts.mailsOn : null;
    case 'sharing.changed':
      if (details?.isShared !== true) return null;
      if (details.isMoved === true) return texts.sharingMoved;
      return details.isChanged === true ? texts.sharingChanged : texts.shared;
    default:
      return null;
  }
}

// Without the right password or code, nobody knows who tried to log in.
const unproven: ReadonlySet<string> = new Set([
  'log_in.refused',
  'log_in.code_asked',
  'second_factor.refused',
]);

/** Describes who did it, from the player's side. */
export function actorWords(activity: Activity): NamingLine {
  return {
    pattern: actorPattern(activity),
    names: { application: [activity.applicationName ?? ''] },
  };
}

function actorPattern({ actor, action, applicationName }: Activity): string {
  const { actors } = accountTexts().activity;
  if (unproven.has(action)) return actors.unproven;
  return actor === 'partner' && applicationName === null ? actors.application : actors[actor];
}

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const DAY = 24 * HOUR;

const units: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
];

/** Describes how long ago it was, because the service does not know the player's time zone. */
export function agoWords(moment: Date, now: Date): Moment {
  const texts = pageTexts().moment;
  const time = moment.toISOString();
  const passed = now.getTime() - moment.getTime();
  if (passed >= 30 * DAY) return { text: texts.on(dateText(moment)), time };
  const [length, unit] = units.find(([candidate]) => passed >= candidate) ?? [];
  if (length === undefined || unit === undefined) return { text: texts.justNow, time };
  return { text: distanceText(-Math.floor(passed / length), unit), time };
}

/** Writes a day of the calendar, `YYYY-MM-DD`. */
export function dayWords(day: string): Moment {
  return { text: dateText(new Date(day)), time: day };
}

export function dateWords(moment: Date): Moment {
  return { text: dateText(moment), time: moment.toISOString() };
}

export const MATCHES_PATH = '/account/matches';

/** Where a page of matches begins: after a match, or at it. The first page begins nowhere. */
export interface MatchesPosition {
  before?: string | null;
  at?: string | null;
}

/** Returns the address of a page of matches. */
export function matchesAddress({ before = null, at = null }: MatchesPosition): string {
  if (at !== null) return `${MATCHES_PATH}?at=${at}`;
  return before === null ? MATCHES_PATH : `${MATCHES_PATH}?before=${before}`;
}

/** Returns whether a form names one of these pages to return to. */
export function isMatchesAddress(text: string | null): text is string {
  return text !== null && /^\/account\/matches(\?(before|at)=mat_[0-9a-z]{26})?$/.test(text);
}
