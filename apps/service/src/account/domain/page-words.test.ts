import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { AuditAction } from '../../platform/audit/store/audit.ts';
import { lineText } from '../../platform/pages/domain/naming-line.ts';
import {
  activityWords,
  actorWords,
  agoWords,
  dateWords,
  isMatchesAddress,
  matchesAddress,
} from './page-words.ts';

const by = { actor: 'player', applicationName: null, details: null } as const;

testRows([
  [
    { ...by, action: 'log_in.refused', details: { browser: 'Firefox on Mac' } },
    'Log-in refused: wrong password, with Firefox on Mac',
  ],
  [{ ...by, action: 'log_in.succeeded' }, 'Log-in with a browser'],
  [
    { ...by, action: 'second_factor.refused', details: { browser: 'Firefox on Mac' } },
    'Wrong code after the right password, with Firefox on Mac',
  ],
  [
    { ...by, action: 'connection.created', applicationName: 'Courtside Club' },
    'Courtside Club connected',
  ],
  [
    { ...by, action: 'discovery.changed', details: { isDiscoverable: false } },
    'Only applications that you connected can find you',
  ],
  [
    { ...by, action: 'sharing.changed', details: { isShared: true } },
    'Your share page was switched on',
  ],
  [{ ...by, action: 'match.unheard_of' }, 'match unheard of'],
])('the activity page describes every action of the audit', (activity, text) => {
  expect(lineText(activityWords(activity))).toBe(text);
});

const withBrowser: AuditAction[] = ['log_in.succeeded', 'log_in.refused', 'log_in.code_asked'];

const ofAnApplication: AuditAction[] = [
  ...(['connection.created', 'connection.changed', 'connection.refused'] as const),
  ...(['connection.revoked', 'token.revoked', 'token.reuse_detected'] as const),
];

const ofThePlayer: AuditAction[] = [
  ...(['member.created', 'member.edited', 'member.merged', 'ghost.claimed'] as const),
  ...(['account.locked', 'account.unlocked', 'account.reset', 'link.created'] as const),
  ...(['second_factor.enabled', 'second_factor.disabled', 'second_factor.removed'] as const),
  ...(['recovery_code.used', 'recovery_codes.replaced', 'password.changed'] as const),
  ...(['password.reset', 'email.changed', 'email.proven', 'discovery.changed'] as const),
  ...(['sharing.changed', 'match.confirmed', 'match.denied', 'match.disputed'] as const),
];

describe('an audit entry of a player', () => {
  testRows([...withBrowser, ...ofAnApplication, ...ofThePlayer])(
    'reads as a sentence',
    (action) => {
      expect(lineText(activityWords({ ...by, action }))).toMatch(/^[A-Z][a-z-]*( [a-z][\w:,-]*)+$/);
    },
  );

  testRows(ofAnApplication)('names the application unless it was deleted', (action) => {
    expect(lineText(activityWords({ ...by, action }))).toMatch(/^An application /);
    expect(lineText(activityWords({ ...by, action, applicationName: 'Courtside Club' }))).toMatch(
      /^Courtside Club /,
    );
  });

  testRows(withBrowser)('names the browser if it is known', (action) => {
    const details = { browser: 'Firefox on Mac' };
    expect(lineText(activityWords({ ...by, action, details }))).toMatch(/ith Firefox on Mac$/);
    expect(lineText(activityWords({ ...by, action, details: { browser: 7 } }))).toMatch(
      /ith a browser$/,
    );
  });

  testRows([
    ['discovery.changed', 'isDiscoverable', 'You are shown in search'],
    ['sharing.changed', 'isShared', 'Your share page was switched on'],
  ])('says whether a setting is on, and treats a missing value as off', (action, detail, on) => {
    expect(lineText(activityWords({ ...by, action, details: { [detail]: true } }))).toContain(on);
    for (const details of [{ [detail]: false }, {}, null]) {
      expect(lineText(activityWords({ ...by, action, details }))).toMatch(
        /^Only applications that you connected|switched off/,
      );
    }
  });
});

it('the activity page does not name the player as the actor without proof', () => {
  for (const action of ['log_in.refused', 'log_in.code_asked', 'second_factor.refused']) {
    expect(lineText(actorWords({ ...by, action }))).toBe('By you or somebody else');
  }
  expect(lineText(actorWords({ ...by, actor: 'partner', action: 'token.revoked' }))).toBe(
    'By an application',
  );
});

it('the activity page says who did something', () => {
  const activity = { ...by, action: 'connection.revoked', applicationName: 'Courtside Club' };
  const actors = ['player', 'partner', 'operator', 'service'] as const;
  expect(actors.map((actor) => lineText(actorWords({ ...activity, actor })))).toEqual([
    'By you',
    'By Courtside Club',
    'By an operator of the service',
    'By the service',
  ]);
  expect(lineText(actorWords({ ...by, action: 'log_in.refused' }))).toBe('By you or somebody else');
});

const now = new Date('2026-09-14T12:00:00Z');

describe('agoWords', () => {
  testRows([
    ['2026-09-14T12:00:00Z', 'just now'],
    ['2026-09-14T11:59:01Z', 'just now'],
    ['2026-09-14T11:59:00Z', '1 minute ago'],
    ['2026-09-14T11:00:01Z', '59 minutes ago'],
    ['2026-09-14T11:00:00Z', '1 hour ago'],
    ['2026-09-13T12:00:01Z', '23 hours ago'],
    ['2026-09-13T12:00:00Z', '1 day ago'],
    ['2026-08-15T12:00:01Z', '29 days ago'],
    ['2026-08-15T12:00:00Z', 'on 15 August 2026'],
  ])('says how long ago a moment was', (moment, text) => {
    expect(agoWords(new Date(moment), now).text).toBe(text);
  });

  it('treats a moment in the future, by another clock, as now', () => {
    expect(agoWords(new Date('2026-09-14T12:00:05Z'), now).text).toBe('just now');
  });

  it('contains the exact moment for machines', () => {
    expect(agoWords(new Date('2026-09-14T10:00:00Z'), now).time).toBe('2026-09-14T10:00:00.000Z');
  });
});

describe('dateWords', () => {
  it('names the day', () => {
    expect(dateWords(new Date('2026-09-14T23:59:59Z'))).toEqual({
      text: '14 September 2026',
      time: '2026-09-14T23:59:59.000Z',
    });
  });
});

const matchId = 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d';

testRows([
  [{}, '/account/matches'],
  [{ before: matchId }, `/account/matches?before=${matchId}`],
  [{ at: matchId }, `/account/matches?at=${matchId}`],
])('a form can name a page of ours to return to', (position, address) => {
  expect(matchesAddress(position)).toBe(address);
  expect(isMatchesAddress(address)).toBe(true);
});

testRows([
  null,
  '',
  'https://evil.example/account/matches',
  '//evil.example/account/matches',
  '/account/matches/',
  '/account/matches?before=',
  `/account/matches?before=${matchId}&next=x`,
  `/account/matches?before=${matchId.slice(1)}`,
  `/account/matches?before=${matchId.toUpperCase()}`,
])('a form cannot name another page', (text) => {
  expect(isMatchesAddress(text)).toBe(false);
});
