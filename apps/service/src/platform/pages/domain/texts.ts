import { type Language, language, plural } from './locale.ts';

const en = {
  layout: { optional: '(optional)', logOut: 'Log out', cancel: 'Cancel', request: 'Request' },
  password: { show: 'Show password', hide: 'Hide password' },
  operator: {
    operatedBy: '{service} is operated by *{operator}*.',
    contact: 'Contact',
    privacy: 'Privacy statement',
    terms: 'Terms',
  },
  /** The title of a page whose form has an error: a screen reader says it first. */
  errorTitle: (title: string) => `Error: ${title}`,
  home: {
    title: 'Player ratings',
    heading: 'Your rating, wherever you play',
    lead: 'One rating for each sport you play, from all the clubs, leagues, and tournaments that report your results.',
    register: 'Create your account',
    logIn: 'Log in',
    promises: [
      'See your rating, how sure it is, and how it moved with each match.',
      'Confirm results that others report, or say that they are wrong.',
      'Decide which applications see your data and who can find you.',
    ],
    forDevelopers: 'Building an app? Start with [the documentation].',
  },
  messages: {
    stale: {
      title: 'This page is no longer valid',
      paragraphs: [
        'It was open for too long, or you logged in or out in another window. Nothing was changed.',
      ],
      link: 'Show the page again',
    },
    unreachable: {
      title: 'We cannot be reached at the moment',
      paragraphs: ['Try again in a moment. Nothing was changed.'],
    },
    failed: {
      title: 'Something went wrong on our side',
      paragraphs: ['Try again later. If it fails again, name this request when you ask for help.'],
    },
    tooMany: (seconds: number) => ({
      title: 'Too many requests',
      paragraphs: [
        `Your network sent too many requests. Wait ${plural(seconds, { one: '{count} second', other: '{count} seconds' })}, then load the page again. Nothing was changed.`,
      ],
    }),
    refused: { title: 'There is nothing to show here' },
    notFound: {
      paragraphs: ['The address is wrong, or what was there is gone.'],
      link: 'Go to the home page',
    },
  },
  mail: { stop: 'Stop these emails' },
  moment: { justNow: 'just now', on: (date: string) => `on ${date}` },
};

/** The texts that all pages share. Those of another language have this type. */
export type PageTexts = typeof en;

const catalogues: Record<Language, PageTexts> = { en };

/** Returns the texts in the reader's language. */
export function pageTexts(): PageTexts {
  return catalogues[language()];
}
