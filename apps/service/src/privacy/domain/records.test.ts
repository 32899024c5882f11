import { reliabilityAfterAbsence, sportParameters } from '@partner-rating/ratings';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../store/exported-person.ts';
import {
  exportedAccount,
  exportedAuditEntry,
  exportedConnection,
  exportedEvent,
  exportedMatch,
  exportedProfile,
  exportedRating,
  type Person,
} from './records.ts';

const early = new Date('2026-05-01T10:00:00Z');
const late = new Date('2026-09-12T12:00:00Z');
const [EARLY, LATE] = [early.toISOString(), late.toISOString()];
const courtside = { client_id: 'courtside-club', name: 'Courtside Club' };

const own = {
  ...{ id: 'mem_1', member_number: 10_482, first_name: 'Zoë', last_name: 'Quill' },
  ...{ display_name: 'Zoë Q.', email: 'zoe@example.com', birth_date: '1990-02-03' },
  ...{ birth_year: 1990, gender: 'FEMALE', city: 'Austin', state: 'TX', zip: '78704' },
  ...{ country: 'US', is_vairified: true, is_wheelchair: false, is_ghost: false },
  ...{ is_discoverable: true, created_at: early },
} as Person['own'];
const ghost = {
  ...{ id: 'mem_2', member_number: 10_517, first_name: 'Ziffy', last_name: 'Quill' },
  ...{ birth_year: null, gender: 'UNKNOWN', city: null, state: null, created_at: late },
  ...{ email: 'other@example.com', country: 'US' },
} as Person['own'];

describe('the profile', () => {
  const profile = exportedProfile({ own, ghosts: [ghost], reported: [] });

  it('has all data of the person', () => {
    expect(profile).toMatchObject({
      ...{ id: 'mem_1', memberId: 10_482, firstName: 'Zoë', lastName: 'Quill' },
      ...{ displayName: 'Zoë Q.', email: 'zoe@example.com', birthDate: '1990-02-03' },
      ...{ birthYear: 1990, gender: 'FEMALE', city: 'Austin', state: 'TX', zip: '78704' },
      ...{ country: 'US', isVairified: true, isWheelchair: false, isGhost: false },
      ...{ isDiscoverable: true, createdAt: EARLY },
    });
  });

  it('has only the tournament’s data of claimed ghosts', () => {
    expect(profile.claimedGhosts).toEqual([
      {
        ...{ id: 'mem_2', memberId: 10_517, firstName: 'Ziffy', lastName: 'Quill' },
        ...{ birthYear: null, gender: 'UNKNOWN', city: null, state: null, createdAt: LATE },
      },
    ]);
  });
});

describe('the account', () => {
  const account = { created_at: early, password_changed_at: late, email_proven_at: early };

  it('has when it was created, what was confirmed, and where it is logged in', () => {
    const session = {
      created_at: early,
      last_used_at: late,
      expires_at: late,
      user_agent: 'Firefox',
    };
    const mail = { kind: 'weekly-recap', is_wanted: false, queued_at: late } as const;
    expect(
      exportedAccount(account, { enabledAt: late, recoveryCodes: 9 }, [mail], [session]),
    ).toEqual({
      ...{ createdAt: EARLY, passwordChangedAt: LATE, emailProvenAt: EARLY },
      secondFactor: { enabledAt: LATE, recoveryCodesLeft: 9 },
      mails: [{ kind: 'weekly-recap', isWanted: false, lastSentAt: LATE }],
      sessions: [{ loggedInAt: EARLY, lastUsedAt: LATE, expiresAt: LATE, userAgent: 'Firefox' }],
    });
  });

  it('shows that the address is not confirmed, and that two-step verification is off', () => {
    expect(exportedAccount({ ...account, email_proven_at: null }, null, [], [])).toMatchObject({
      emailProvenAt: null,
      secondFactor: null,
      sessions: [],
    });
  });
});

describe('a connection', () => {
  const connection = {
    ...{ ...courtside, scopes: ['user:rating:read'], created_at: early, updated_at: late },
    ...{ revoked_at: null, last_used_at: null },
  };
  const exported = {
    application: { clientId: 'courtside-club', name: 'Courtside Club' },
    ...{ scopes: ['user:rating:read'], connectedAt: EARLY, changedAt: LATE },
  };

  it('is live and not used yet', () => {
    expect(exportedConnection(connection)).toEqual({
      ...{ ...exported, endedAt: null, lastUsedAt: null },
    });
  });

  it('has when it ended and when it was last used', () => {
    const ended = { ...connection, revoked_at: late, last_used_at: early };
    expect(exportedConnection(ended)).toEqual({ ...exported, endedAt: LATE, lastUsedAt: EARLY });
  });
});

describe('a rating', () => {
  const now = { now: late, parametersOf: sportParameters };
  const row = {
    ...{ sport: 'padel', bracket: 'overall-open', rating: 4.2, reliability: 0.9, games: 31 },
    ...{ last_played_at: early, updated_at: early },
  };

  it('has the reliability of the day of the export, not of the match', () => {
    const exported = exportedRating(row, now);
    const absence = { sport: 'padel', lastPlayed: early.getTime(), at: late.getTime() };
    const reliability = reliabilityAfterAbsence(0.9, absence);
    expect(reliability).toBeLessThan(0.9);
    expect(exported).toEqual({
      ...{ sport: 'padel', bracket: 'overall-open', R: 4.2, reliability, games: 31 },
      ...{ lastPlayedAt: EARLY, updatedAt: EARLY },
    });
  });

  it('has null if the time of the last match is unknown', () => {
    expect(exportedRating({ ...row, last_played_at: null }, now)).toMatchObject({
      lastPlayedAt: null,
      reliability: 0.9,
    });
  });
});

describe('a match', () => {
  const match = {
    ...{ arrival: 1, id: 'mat_1', clientId: 'courtside-club', applicationName: 'Courtside Club' },
    ...{ createdAt: late, sport: 'padel', matchDate: early, brackets: ['overall-open'] },
    ...{ outcome: 'retired', winner: 1, games: [{ scores: [6, 4], isRated: true }], event: 'Open' },
    ...{ location: 'Court 2', uncounted: null, isConfirmed: true },
    teams: [[{ displayName: 'Zoë Q.', isYou: true }], [{ displayName: 'Priya N.', isYou: false }]],
    responses: [{ response: 'confirmed', createdAt: '2026-09-12 14:00:00+02' }],
  };

  it('has who reported it, when it was played, and the answer, in UTC', () => {
    expect(exportedMatch(match)).toEqual({
      ...{ id: 'mat_1', reportedBy: { clientId: 'courtside-club', name: 'Courtside Club' } },
      ...{ reportedAt: LATE, sport: 'padel', playedAt: EARLY, brackets: ['overall-open'] },
      ...{ teams: match.teams, outcome: 'retired', winner: 1, games: match.games, event: 'Open' },
      ...{ location: 'Court 2', status: 'confirmed' },
      responses: [{ response: 'confirmed', respondedAt: LATE }],
    });
  });

  testRows([
    [{ uncounted: null, isConfirmed: false }, 'unconfirmed'],
    [{ uncounted: 'voided', isConfirmed: true }, 'voided'],
    [{ uncounted: 'held', isConfirmed: true }, 'held'],
    [{ uncounted: 'repeated', isConfirmed: false }, 'duplicate'],
  ] as const)('says whether and why it counts', (change, status) => {
    expect(exportedMatch({ ...match, ...change }).status).toBe(status);
  });
});

describe('an audit entry', () => {
  const entry: AuditRecord = {
    ...{ order: 1, occurred_at: early, action: 'connection.created', ...courtside },
    actor: 'partner',
    details: { scopes: [] },
  };

  it('has who did what, with which application', () => {
    expect(exportedAuditEntry(entry)).toEqual({
      ...{ occurredAt: EARLY, actor: 'partner', action: 'connection.created' },
      application: { clientId: 'courtside-club', name: 'Courtside Club' },
      details: { scopes: [] },
    });
  });

  testRows([
    ['account.locked', { endedTokens: 2, reason: 'suspected of fraud' }, { endedTokens: 2 }],
    ['account.locked', { reason: 'suspected of fraud' }, null],
    ['member.edited', { changed: ['city'] }, { changed: ['city'] }],
    ['link.created', { purpose: 'reset', note: 'called twice' }, { purpose: 'reset' }],
    ['account.unlocked', null, null],
    ['an.action_to_come', { note: 'for operators' }, null],
  ])(
    'shows only what the player may know about an action of an operator',
    (action, details, shown) => {
      const byOperator = { ...entry, actor: 'operator', action, details } as const;
      expect(exportedAuditEntry(byOperator).details).toEqual(shown);
    },
  );

  testRows([
    { client_id: null, name: null },
    { client_id: null, name: 'Courtside Club' },
    { client_id: 'courtside-club', name: null },
  ])('omits an unknown application', (application) => {
    expect(exportedAuditEntry({ ...entry, ...application }).application).toBeNull();
  });
});

testRows([
  ['pending', null, null],
  ['success', late, LATE],
] as const)(
  'an event has the time when it was sent, without its content',
  (status, completed_at, completedAt) => {
    const row = { order: 1, event_type: 'rating.updated', created_at: early, ...courtside };
    expect(exportedEvent({ ...row, status, completed_at })).toEqual({
      ...{ type: 'rating.updated', createdAt: EARLY, status, completedAt },
      application: { clientId: 'courtside-club', name: 'Courtside Club' },
    });
  },
);
