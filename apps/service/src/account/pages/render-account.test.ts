import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectTexts } from '../../connect/domain/texts.ts';
import { readCookies } from '../../connect/login/posted-form.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import {
  type FormError,
  type NoticeWords,
  renderMessage,
  renderPage,
} from '../../platform/pages/render.ts';
import { accountLogInPage } from './log-in.ts';
import { renderAccountPage } from './render-page.ts';
import type { SharedPlayer } from './sharing/read-shared.ts';
import { sharedCard } from './sharing/shared-card.ts';

function gameWith(text: string) {
  const moment = { text, time: text };
  const numbers = {
    rating: text,
    band: text,
    isProvisional: true,
    reliability: text,
    reliabilityWords: text,
    games: text,
  };
  const result = {
    ...{
      matchId: text,
      sport: text,
      record: text,
      teams: [{ text, isName: true }],
      partners: [text],
      opponents: [text, text],
    },
    ...{ scores: [text], played: moment, reportedBy: text, reported: moment, occasion: text },
    effect: { before: text, after: text, change: text, isRise: true, isFall: false },
    ...{ reason: text, decision: text, shares: [text] },
    state: text,
    choices: [{ answer: text, label: text }],
  };
  return {
    sports: [
      {
        ...{
          code: text,
          name: text,
          ...numbers,
          ranks: [{ rank: text, position: text, total: text, where: text, isEverywhere: true }],
        },
        brackets: [{ name: text, ...numbers, rank: text }],
        ...{ percentile: text, disciplines: [{ name: text, ...numbers }] },
        facts: [{ kind: 'peak' as const, label: text, value: text }],
        form: [{ isWon: true, word: text, letter: text }],
        people: {
          opponents: [{ name: text, record: text }],
          teammates: [{ name: text, record: text }],
          bestWin: { opponents: [text, text], rating: text, played: moment },
        },
        history: {
          chart: {
            ...{
              width: 1,
              height: 1,
              top: 1,
              bottom: 1,
              line: text,
              band: text,
              isBandCut: true,
              hasDots: true,
            },
            points: [
              {
                x: 1,
                y: 1,
                anchor: 'start' as const,
                isPeak: true,
                isCurrent: true,
                isLabelled: true,
                rating: text,
                text,
              },
            ],
            levels: [{ y: 1, label: text }],
            days: [{ x: 1, anchor: 'start' as const, label: text }],
          },
          ...{ title: text, description: text, since: moment, change: text },
          rows: [{ date: moment, rating: text, change: text, band: text }],
        },
      },
    ],
    isOnBoards: true,
    ranges: [{ label: text, address: text, isCurrent: true }],
    results: [result],
  };
}

/** A share page with this text at each place for a text. */
function sharedWith(text: string): SharedPlayer {
  const sports = gameWith(text).sports.map((sport) => ({ ...sport, rating: sport }));
  return { name: text, location: text, sports, isListed: true };
}

/** Every account page with this text at each place for a text. */
function accountPagesWith(text: string): string[] {
  const moment = { text, time: text };
  const errors = [{ field: text, text }];
  const notice = { subject: text, text };
  const link = { text, address: text, isCurrent: true };
  const menu = { label: text, links: [link], name: text, logOut: text, formToken: text };
  const logIn = (words: NoticeWords | null, errors: FormError[]) => {
    const dependencies = { publicUrl: 'http://localhost', configuration: readConfiguration({}) };
    const cookies = readCookies('http://localhost', undefined);
    const attempt = { status: 422, email: text, errors } as const;
    return accountLogInPage(dependencies, cookies, { words, cookies: [] }, attempt).body;
  };
  const game = gameWith(text);
  const shared = sharedWith(text);
  return [
    logIn(null, errors),
    logIn(notice, []),
    renderAccountPage('settings', {
      title: text,
      menu,
      profile: [{ label: text, value: text }],
      playerEmail: text,
      notice,
      applications: [
        {
          clientId: text,
          name: text,
          initial: text,
          grants: [text],
          connected: moment,
          changed: moment,
          lastUsed: moment,
        },
      ],
      isDiscoverable: true,
      isTooYoung: true,
      reported: [{ id: text, words: [{ text, isName: true }], isOwnName: false, isSelected: true }],
      isSharing: true,
      mails: [{ kind: 'weekly-recap', label: text, isWanted: true }],
      sessions: [
        {
          id: text,
          browser: text,
          isHandheld: true,
          isCurrent: false,
          loggedIn: moment,
          lastUsed: moment,
        },
      ],
      emailProven: null,
      secondFactor: { enabled: moment, recoveryCodes: text },
      passwordChanged: moment,
      formToken: text,
    }),
    renderAccountPage('disconnect', {
      ...{ title: text, applicationName: text, initial: text, clientId: text },
      ...{ grants: [text], formToken: text },
    }),
    renderAccountPage('shared-page', {
      ...{ ...shared, title: text, card: sharedCard(shared, text, text) },
    }),
    renderAccountPage('ratings', {
      title: text,
      menu,
      playerName: text,
      notice,
      waiting: text,
      ...game,
    }),
    renderAccountPage('matches', {
      title: text,
      ...{ menu, notice, results: game.results, address: text, formToken: text },
      ...{ latest: text, earlier: text, offeredResults: text, openResults: game.results },
    }),
    renderAccountPage('claims', {
      title: text,
      ...{ menu, playerEmail: text, formToken: text },
      results: game.results.map((result) => ({ ...result, participation: text })),
    }),
    renderAccountPage('what-if', {
      title: text,
      ...{ menu, action: text, name: text, partnerIds: [text], opponentIds: [text], hint: text },
      sports: [{ code: text, name: text, isChosen: true }],
      ...{ partners: [{ name: text, address: text }], opponents: [{ name: text, address: text }] },
      found: [{ name: text, city: text, asPartner: text, asOpponent: text }],
      chance: { chance: text, certainty: text, effects: [{ score: text, change: text }] },
    }),
    renderAccountPage('activity', {
      title: text,
      menu,
      entries: [{ what: [{ text, isName: true }], who: [{ text, isName: false }], when: moment }],
      older: 1,
    }),
  ];
}

/** Every page of the connect flow, and the messages of every page, with this text at each place for a text. */
function connectPagesWith(text: string): string[] {
  const shared = {
    ...{ texts: connectTexts(), title: text, applicationName: text },
    ...{ formToken: text, authorization: text },
  };
  const notice = { subject: text, text };
  const logIn = { ...shared, email: text, errors: [], notice: null };
  const consent = {
    ...{ ...shared, initial: text, returnsTo: text, playerName: text, notice: null },
    scopes: [{ name: 'user:profile:read', title: 'T', detail: 'D', fixed: true }],
  };
  const message = { title: text, paragraphs: [text], requestId: text };
  return [
    renderPage('connect/pages/templates/log-in', logIn),
    renderPage('connect/pages/templates/log-in', { ...logIn, notice }),
    renderPage('connect/pages/templates/log-in', { ...logIn, errors: [{ field: null, text }] }),
    renderPage('connect/pages/templates/consent', { ...consent, playerEmail: text }),
    renderPage('connect/pages/templates/consent', { ...consent, playerEmail: null }),
    renderMessage({ ...message, link: { address: text, text } }),
    renderMessage(message),
  ];
}

const pagesWith = (text: string) => [...accountPagesWith(text), ...connectPagesWith(text)];

const tagsOf = (html: string) =>
  html.match(/<[a-z/!][^>]*>/gi)?.map((tag) => tag.split(/[\s>]/)[0]);

describe('every page of players', () => {
  it('has a language, a title, and one main heading', () => {
    for (const html of pagesWith('x')) {
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(html).toMatch(/<title>[^<]+ – Partner Rating<\/title>/);
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    }
  });

  it('focuses at most one element', () => {
    for (const html of pagesWith('x')) {
      expect(html.match(/\sautofocus\b/g)?.length ?? 0).toBeLessThanOrEqual(1);
    }
  });

  it('keeps its structure with any text', () => {
    const harmless = pagesWith('x').map(tagsOf);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>"\'&/=! -ax') }), (text) => {
        expect(pagesWith(`x${text}`).map(tagsOf)).toEqual(harmless);
      }),
    );
  });

  it.each(['"><script>alert(1)</script>', "' onfocus='alert(1)", '<%= 1 %>', '</style><b>'])(
    'shows %j as text',
    (text) => {
      for (const html of pagesWith(text)) {
        expect(html).not.toContain(text);
        expect(html).not.toMatch(/<script>alert|<b>|="[^"]*" onfocus/);
      }
    },
  );

  it('loads only the icons of the service, and runs only the script that shows a password', () => {
    for (const html of pagesWith('x')) {
      const loaded = [...html.matchAll(/<link[^>]* href="([^"]*)"/g)].map(([, address]) => address);
      expect(loaded).toEqual(['/favicon.svg', '/icons/180.png', '/manifest.webmanifest']);
      const others = html.replace(/<script>for \(const field of document[^<]*<\/script>/, '');
      expect(others).not.toMatch(/<script|<img|<iframe|\son[a-z]+=|url\(|@import|\sstyle=/);
    }
  });
});
