import type { MailLine, MailText } from '../../platform/mail/render-mail.ts';
import { countText, type Language, language, plural } from '../../platform/pages/domain/locale.ts';
import { RECAP_HOUR } from './mail-weeks.ts';

/** The addresses of a mail's links. */
export interface MailAddresses {
  account: string;
  matches: string;
  /** The page that ends such mails without logging in. */
  stop: string;
}

/** A result in a mail. */
export interface MailedResult {
  sport: string;
  /** The day, in words. */
  played: string;
  scores: readonly string[];
  partners: readonly string[];
  opponents: readonly string[];
  reportedBy: string;
  isVoided: boolean;
  /** Why an operator decided that the result is right although the player objects. */
  decision: string | null;
}

/** A sport that the player played in the week. */
export interface MailedSport {
  sport: string;
  rating: string;
  /** How much the rating changed in the week. Null for a first rating. */
  change: string | null;
  isProvisional: boolean;
  won: number;
  lost: number;
}

interface Listed {
  results: readonly MailedResult[];
  /** How many there are, including those that are not listed. */
  count: number;
  hasMore: boolean;
}

/** The texts of the mails about matches. Those of another language have this type. */
export interface PlayerMailTexts {
  resultsWaiting: (addresses: MailAddresses, listed: Listed) => MailText;
  disputeAnswered: (addresses: MailAddresses, listed: Listed) => MailText;
  weeklyRecap: (
    addresses: MailAddresses,
    week: { from: string; to: string; sports: readonly MailedSport[]; waiting: number },
  ) => MailText;
}

const en: PlayerMailTexts = {
  resultsWaiting: (addresses, { results, count, hasMore }) => ({
    subject: plural(count, {
      one: 'A result is waiting for you',
      other: hasMore
        ? 'More than {count} results are waiting for you'
        : '{count} results are waiting for you',
    }),
    blocks: [
      plural(count, {
        one: 'An application reported a result of yours. It does not move your rating until you confirm it.',
        other:
          'Applications reported results of yours. They do not move your rating until you confirm them.',
      }),
      { items: results.map(resultLines) },
      ...unlisted(results.length, count),
      { link: addresses.matches, label: 'Confirm or deny' },
    ],
    page: addresses.account,
    stop: {
      words: 'You get this email if results wait for your answer, at most once a day.',
      address: addresses.stop,
    },
  }),
  disputeAnswered: (addresses, { results, count, hasMore }) => ({
    subject: plural(count, {
      one: 'A decision about a result that you disputed',
      other: hasMore
        ? 'Decisions about more than {count} results that you disputed'
        : 'Decisions about {count} results that you disputed',
    }),
    blocks: [
      plural(count, {
        one: 'You said that this result is wrong, or not yours. Here is the decision.',
        other: 'You said that these results are wrong, or not yours. Here are the decisions.',
      }),
      { items: results.map((result) => [...resultLines(result), ...decisionLines(result)]) },
      ...unlisted(results.length, count),
      { link: addresses.matches, label: 'Show your matches' },
    ],
    page: addresses.account,
    stop: {
      words:
        'You get this email if somebody decides about a result that you disputed, at most once a day.',
      address: addresses.stop,
    },
  }),
  weeklyRecap: (addresses, { from, to, sports, waiting }) => ({
    subject: `Your week in ratings, ${from} to ${to}`,
    blocks: [
      { items: sports.map(sportLines) },
      ...(waiting === 0
        ? []
        : [
            plural(waiting, {
              one: 'One result is waiting for your answer.',
              other: '{count} results are waiting for your answer.',
            }),
          ]),
      { link: addresses.account, label: 'Show your ratings' },
    ],
    page: addresses.account,
    stop: {
      words: `You get this email on Mondays from ${RECAP_HOUR}:00 UTC, if you played in the week before.`,
      address: addresses.stop,
    },
  }),
};

const catalogues: Record<Language, PlayerMailTexts> = { en };

/** Returns the texts in the reader's language. */
export function playerMailTexts(): PlayerMailTexts {
  return catalogues[language()];
}

function resultLines(result: MailedResult): MailLine[] {
  const { sport, played, scores, partners, opponents, reportedBy } = result;
  const names = { partners, opponents, application: [reportedBy] };
  const pattern =
    partners.length > 0 ? 'With {partners} against {opponents}' : 'Against {opponents}';
  return [
    `${sport}, ${played}`,
    { pattern, names },
    ...(scores.length > 0 ? [scores.join(', ')] : []),
    { pattern: 'Reported by {application}', names },
  ];
}

function decisionLines({ isVoided, decision }: MailedResult): MailLine[] {
  if (isVoided) return ['It was voided, so it counts for nobody.'];
  if (decision === null) return [];
  const pattern = 'An operator of the service decided that the result is right: {reason}';
  return [{ pattern, names: { reason: [decision] } }];
}

function unlisted(listed: number, count: number): string[] {
  if (count <= listed) return [];
  return [
    plural(count - listed, {
      one: 'One more is not listed here.',
      other: '{count} more are not listed here.',
    }),
  ];
}

function sportLines({ sport, rating, change, isProvisional, won, lost }: MailedSport): MailLine[] {
  return [
    `${sport}: ${rating}`,
    ...(change === null ? ['Your first rating'] : [`${change} in the week`]),
    ...(isProvisional ? ['Provisional: it may still be far off'] : []),
    ...(won + lost === 0
      ? []
      : [
          plural(won + lost, {
            one: won === 1 ? 'One match, won' : 'One match, lost',
            other: `{count} matches: ${countText(won)} won, ${countText(lost)} lost`,
          }),
        ]),
  ];
}
