import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredMatchRow } from '../store/ledger.ts';
import type { StoredReport } from '../store/reports.ts';
import { batchOf, daniel, matchOf, mike, onDay, priya, sofia } from '../testing/batches.ts';
import { effectiveMatches } from './effective-match.ts';
import { gameErrors } from './game-errors.ts';
import { contentHash, fingerprintsOf, isConflict } from './identity.ts';
import {
  type BatchFacts,
  type Judgement,
  judgeBatch,
  sentBefore,
  sentBeforeAmong,
} from './judge-batch.ts';
import { byReference } from './players.ts';

const now = new Date('2026-09-12T18:04:11Z');

const players = byReference([mike, priya, daniel, sofia]);

const singles = [[mike], [priya]];

function judge(batch: Schemas.MatchBatch, facts: Partial<BatchFacts> = {}): Judgement {
  const matches = effectiveMatches(batch);
  return judgeBatch(matches, {
    now,
    applicationId: 'club',
    identifiers: new Set(matches.map(({ identifier }) => identifier)),
    players,
    mayKnowAge: () => true,
    stored: [],
    fingerprints: fingerprintsOf(matches, facts.players ?? players),
    reports: [],
    gameErrors: matches.map(gameErrors),
    ...facts,
  });
}

function judgeMatches(matches: Schemas.MatchInput[], facts: Partial<BatchFacts> = {}) {
  return judge(batchOf(matches), facts);
}

function named({ errors }: Judgement): string[] {
  return errors.map(({ code, pointer }) => `${code} ${pointer}`);
}

function statuses({ verdicts }: Judgement): string[] {
  return verdicts.map(({ status }) => status);
}

const storedId = 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d';

function storedAs(batch: Schemas.MatchBatch): StoredMatchRow[] {
  return effectiveMatches(batch).map((match) => ({
    id: storedId,
    identifier: match.identifier,
    content_hash: contentHash(match, players),
    created_at: new Date('2026-09-12T16:00:00Z'),
    content: { ...match, ...match.details },
    sent_teams: match.teams,
    held_for: null,
  }));
}

const daysOfBatch = {
  moment: new Date('2026-09-12T15:30:00Z'),
  firstDay: '2026-09-12',
  lastDay: '2026-09-13',
};

/** A stored report with the players and games of `singles`. */
function reported(identifier: string, rest: Partial<StoredReport> = {}): StoredReport {
  const [fingerprint] = fingerprintsOf(
    effectiveMatches(batchOf([matchOf('one', singles)])),
    players,
  );
  return {
    ...{ matchId: storedId, applicationId: 'club', identifier, batchId: 'bat_earlier' },
    ...{ fingerprint: fingerprint ?? '', ...daysOfBatch, event: null, bracket: null },
    ...{ sport: 'pickleball', matchDate: daysOfBatch.moment, arrival: 1 },
    ...{ reported: [], confirmed: [], denied: [], reason: null, otherMatchId: null },
    ...rest,
  };
}

function possibleDuplicates({ verdicts }: Judgement): (string | null)[] {
  return verdicts.map((verdict) =>
    verdict.status === 'valid' ? verdict.match.possibleDuplicateOf : verdict.status,
  );
}

describe('sports', () => {
  it('reports an unknown one with its pointer, and an unknown default once for all matches that use it', () => {
    const own = judgeMatches([
      matchOf('one', singles, { sport: 'chess' }),
      matchOf('two', singles),
    ]);
    expect(named(own)).toEqual(['unknown_sport /matches/0/sport']);
    expect(statuses(own)).toEqual(['rejected', 'valid']);
    const matches = [matchOf('one', singles), matchOf('two', singles, { sport: 'padel' })];
    const byDefault = judge(batchOf(matches, { sport: 'chess' }));
    expect(named(byDefault)).toEqual(['unknown_sport /sport']);
    expect(statuses(byDefault)).toEqual(['rejected', 'valid']);
  });
});

describe('dates', () => {
  const played = (...dates: string[]) =>
    named(
      judgeMatches(dates.map((matchDate, index) => matchOf(`${index}`, singles, { matchDate }))),
    );

  it('are the moment of submission if none is given', () => {
    const { matchDate: _, ...batch } = batchOf([matchOf('one', singles)]);
    const [verdict] = judge(batch).verdicts;
    expect(verdict).toMatchObject({ status: 'valid', match: { played: { playedAt: now } } });
  });

  it('may be a minute ahead, because clocks differ, but no later, and a wrong default is one error', () => {
    expect(
      played('2026-09-12T18:05:11Z', '2026-09-12T18:05:11.001Z', '2026-09-12T18:04:11-01:00'),
    ).toEqual(['date_in_future /matches/1/matchDate', 'date_in_future /matches/2/matchDate']);
    const matches = [matchOf('one', singles), matchOf('two', singles)];
    const batch = batchOf(matches, { matchDate: '2027-01-01T00:00:00Z' });
    expect(named(judge(batch))).toEqual(['date_in_future /matchDate']);
  });

  it('may be today, in the time zone of the venue or, without one, anywhere on earth', () => {
    const ofDay = (matchDate: string, rest: Partial<Schemas.MatchBatch> = {}) => {
      const at = rest.timeZone === 'Pacific/Auckland' ? '2026-09-12T12:00:00Z' : undefined;
      const facts = at === undefined ? {} : { now: new Date(at) };
      return named(judge(batchOf([matchOf('one', singles)], { matchDate, ...rest }), facts));
    };
    expect(ofDay('2026-09-13')).toEqual([]);
    expect(ofDay('2026-09-14')).toEqual(['date_in_future /matchDate']);
    expect(ofDay('2026-09-13', { timeZone: 'Pacific/Auckland' })).toEqual([]);
    expect(ofDay('2026-09-13', { timeZone: 'America/Chicago' })).toEqual([
      'date_in_future /matchDate',
    ]);
  });

  it('have an error for an impossible day, before the year 1, and before 2000', () => {
    const [wrong, early] = ['format /matches/0/matchDate', 'date_too_early /matches/0/matchDate'];
    expect(played('2026-02-30', '2024-02-29')).toEqual([wrong]);
    expect(played('2026-02-29T10:00:00Z')).toEqual([wrong]);
    expect(played('0000-01-01T00:00:00Z')).toEqual([wrong]);
    expect(played('1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00Z')).toEqual([early]);
  });

  it('have a known time zone, or one error with the value that was sent', () => {
    const matches = [matchOf('one', singles), matchOf('two', singles)];
    const { errors } = judge(batchOf(matches, { timeZone: 'America/Austin' }));
    expect(errors).toEqual([
      {
        ...{ pointer: '/timeZone', code: 'unknown_time_zone' },
        detail: expect.stringContaining('has no time zone America/Austin.'),
      },
    ]);
  });

  it('are date_before_birth before the birth of a player whose age may be known', () => {
    const born = { ...priya, birth_date: '2001-02-03' };
    const dates = ['2001-02-02T23:59:59Z', '2001-02-03T00:00:00Z'];
    const matches = dates.map((matchDate, index) => matchOf(`${index}`, singles, { matchDate }));
    const facts = { players: byReference([mike, born]) };
    expect(named(judgeMatches(matches, facts))).toEqual(['date_before_birth /matches/0/teams/1/0']);
    expect(named(judgeMatches(matches, { ...facts, mayKnowAge: () => false }))).toEqual([]);
  });

  it('compare births with the day at the venue', () => {
    const players = byReference([mike, { ...priya, birth_date: '2001-02-03' }]);
    const matchDate = '2001-02-03T04:00:00Z';
    const judged = (timeZone: string) =>
      named(judge(batchOf([matchOf('one', singles)], { matchDate, timeZone }), { players }));
    expect(judged('Europe/Paris')).toEqual([]);
    expect(judged('America/Chicago')).toEqual(['date_before_birth /matches/0/teams/1/0']);
  });
});

describe('identifiers', () => {
  const batch = batchOf([matchOf('one', singles, { event: 'Caf\u00e9' })]);

  it('make a stored match a duplicate', () => {
    const report = { matchId: storedId, possibleDuplicateOf: null, isReleased: false };
    const verdicts = [{ status: 'duplicate', report }];
    expect(judge(batch, { stored: storedAs(batch) })).toEqual({ verdicts, errors: [] });
  });

  const { matchDate: _, ...undated } = batch;
  const midnight = { ...batch, matchDate: '2026-09-10T00:00:00Z' };
  const day = { ...batch, matchDate: '2026-09-10' };
  const inChicago = { ...day, timeZone: 'America/Chicago' };
  const as = (rest: Partial<Schemas.MatchInput>) =>
    batchOf([{ ...matchOf('one', singles, { event: 'Caf\u00e9' }), ...rest }]);

  testRows<[string, Schemas.MatchBatch, Schemas.MatchBatch]>([
    ['player', batch, as({ teams: [['10482'], ['10517']] })],
    ['moment', batch, as({ matchDate: '2026-09-12T17:30:00+02:00' })],
    ['default', batch, as({ sport: 'pickleball', winScore: 11, winBy: 2 })],
    ['name', batch, as({ event: 'Cafe\u0301' })],
    ['day, as a day', midnight, day],
    ['day, as midnight in UTC', day, midnight],
    ['day, with its time zone', midnight, inChicago],
    ['day, without its time zone', inChicago, day],
    ['moment, which was not sent', undated, undated],
  ])('recognize a stored match with the same content in another form', (__, sent, again) => {
    const facts = { stored: storedAs(sent), now: new Date('2026-09-13T18:04:11Z') };
    expect(statuses(judge(again, facts))).toEqual(['duplicate']);
    // As it was stored when the order of the teams mattered.
    const old = facts.stored.map((row) => ({ ...row, content_hash: new Uint8Array(32) }));
    expect(statuses(judge(sent, { ...facts, stored: old }))).toEqual(['duplicate']);
  });

  it('conflict with a stored match of other content', () => {
    const again = batchOf([matchOf('one', singles, { event: 'Another' })]);
    const judgement = judge(again, { stored: storedAs(batch), reports: [reported('one')] });
    expect(named(judgement)).toEqual(['match_conflict /matches/0/identifier']);
    expect(statuses(judgement)).toEqual(['rejected']);
  });

  it('recognize a match by the original request, even if one of its players is unknown now', () => {
    const byNumber = [[{ id: '99999' }], [priya]];
    const present = { teams: [['mem_gone'], [priya.id]] };
    const stored = storedAs(batchOf([matchOf('one', byNumber)])).map((row) => {
      return { ...row, content: { ...row.content, ...present }, content_hash: new Uint8Array(32) };
    });
    for (const players of [byNumber, byNumber.toReversed()]) {
      const games = [{ scores: players === byNumber ? [11, 7] : [7, 11] }];
      const again = judge(batchOf([matchOf('one', players, { games })]), { stored });
      expect([statuses(again), named(again)]).toEqual([['duplicate'], []]);
    }
    const other = judge(batchOf([matchOf('one', [[{ id: '99998' }], [priya]])]), { stored });
    expect(named(other)).toContain('match_conflict /matches/0/identifier');
  });

  it('do not reveal whether a hidden player claimed a ghost in a match', () => {
    const named = (id: string) => batchOf([matchOf('one', [[{ id }], [priya]])]);
    const stored = storedAs(named('mem_ghost')).map((row) => {
      const teams = [['mem_claimer'], [priya.id]];
      return { ...row, content: { ...row.content, teams } };
    });
    const statusesOf = (id: string) => statuses(judge(named(id), { stored }));
    expect(statusesOf('mem_ghost')).toEqual(['duplicate']);
    expect(statusesOf('mem_claimer')).toEqual(statusesOf('mem_nobody'));
  });

  it('conflict with a stored match of another time zone or another day', () => {
    const stored = storedAs(inChicago);
    for (const rest of [{ timeZone: 'America/New_York' }, { matchDate: '2026-09-11' }]) {
      const judgement = judge({ ...inChicago, ...rest }, { stored });
      expect(named(judgement)).toEqual(['match_conflict /matches/0/identifier']);
    }
  });

  it('distinguish matches in one batch that are equal otherwise', () => {
    const judgement = judgeMatches([
      matchOf('invalid', [[mike], [mike]]),
      matchOf('one', singles),
      matchOf('another', singles.toReversed(), { games: [{ scores: [7, 11] }] }),
    ]);
    expect(possibleDuplicates(judgement)).toEqual(['rejected', null, null]);
  });

  it('alone decide whether a match without a game that counts is the same', () => {
    const walkover = { outcome: 'walkover' as const, winner: 0, games: [] };
    const judgement = judgeMatches([
      matchOf('one', singles, walkover),
      matchOf('two', singles, walkover),
      matchOf('one', singles, walkover),
    ]);
    expect(judgement.verdicts).toMatchObject([
      { status: 'valid', match: { fingerprint: null } },
      { status: 'valid', match: { fingerprint: null } },
      { status: 'repeated', position: 0 },
    ]);
  });

  it('conflict with another match of the batch', () => {
    const other = matchOf('one', [[mike], [daniel]]);
    const judgement = judgeMatches([matchOf('one', singles), other, matchOf('one', singles)]);
    expect(named(judgement)).toEqual(['repeated_identifier /matches/1/identifier']);
    expect(statuses(judgement)).toEqual(['valid', 'rejected', 'repeated']);
  });

  it('report an invalid match each time it is sent', () => {
    const invalid = matchOf('one', singles, { games: [{ scores: [11, 10] }] });
    const judgement = judgeMatches([invalid, invalid]);
    expect(named(judgement)).toEqual([
      'win_by_not_reached /matches/0/games/0/scores',
      'win_by_not_reached /matches/1/games/0/scores',
    ]);
    expect(statuses(judgement)).toEqual(['rejected', 'rejected']);
  });
});

describe('an error says what is wrong, and what to send', () => {
  const detailOf = (rest: Partial<Schemas.MatchInput>, facts: Partial<BatchFacts> = {}) =>
    judgeMatches([matchOf('one', singles, rest)], facts).errors.map(({ detail }) => detail);
  const stored = storedAs(batchOf([matchOf('one', singles, { event: 'Open' })]));
  const born = byReference([mike, { ...priya, birth_date: '2026-09-13' }]);

  testRows<[Partial<Schemas.MatchInput>, Partial<BatchFacts>, string]>([
    [{ sport: 'chess' }, {}, 'There is no sport chess. Use one of pickleball, '],
    [{ matchDate: '0000-01-01T00:00:00Z' }, {}, 'Give the date of the match.'],
    [{ matchDate: '1999-12-31T00:00:00Z' }, {}, 'Results from 2000-01-01 on are accepted.'],
    [{ matchDate: '2027-01-01T00:00:00Z' }, {}, 'is in the future. Submit a match after it was'],
    [{}, { players: born }, `Member ${priya.id} was not born on 2026-09-12. Check the player and`],
    [
      {},
      { stored },
      'one was submitted on 2026-09-12 with other content. Give a new match a new identifier. To correct the stored match, use matches.replace.',
    ],
    [{ teams: [[mike.id], ['9']] }, {}, 'There is no member 9. Check the identifier.'],
    [{ teams: [[mike.id], [mike.id]] }, {}, 'already plays in this match. Name each player once'],
  ])('in every batch', (match, facts, detail) => {
    expect(detailOf(match, facts)).toEqual([expect.stringContaining(detail)]);
  });

  it('says that an identifier appears twice with other content', () => {
    const again = matchOf('one', singles, { event: 'Open' });
    const { errors } = judgeMatches([matchOf('one', singles), again]);
    expect(errors.map(({ detail }) => detail)).toEqual([
      'one is already in this batch with other content. Give each match its own identifier.',
    ]);
    expect(errors.map(isConflict)).toEqual([true]);
    expect(isConflict({ pointer: '', code: 'match_conflict', detail: '' })).toBe(true);
    expect(isConflict({ pointer: '', code: 'no_winner', detail: '' })).toBe(false);
  });
});

describe('the matches that were sent before', () => {
  it('contain each stored match once', () => {
    const report = (matchId: string) => ({ matchId, possibleDuplicateOf: null, isReleased: false });
    const duplicate = (matchId: string) =>
      ({ status: 'duplicate', report: report(matchId) }) as const;
    const verdicts = [duplicate('mat_1'), { status: 'rejected' } as const, duplicate('mat_1')];
    expect(sentBeforeAmong([...verdicts, duplicate('mat_2')])).toEqual([
      report('mat_1'),
      report('mat_2'),
    ]);
  });

  it('stay held until they are sent as distinct matches', () => {
    const held = { id: 'mat_2', heldFor: 'mat_1' };
    expect(sentBefore({ isDistinct: false }, held)).toEqual({
      ...{ matchId: 'mat_2', possibleDuplicateOf: 'mat_1', isReleased: false },
    });
    expect(sentBefore({ isDistinct: true }, held)).toEqual({
      ...{ matchId: 'mat_2', possibleDuplicateOf: null, isReleased: true },
    });
    const counted = { id: 'mat_1', heldFor: null };
    expect(sentBefore({ isDistinct: true }, counted).isReleased).toBe(false);
  });
});

describe('a match with the players and games of one of an earlier request', () => {
  const later = (rest: Partial<Schemas.MatchInput>, report: Partial<StoredReport> = {}) =>
    possibleDuplicates(
      judgeMatches([matchOf('later', singles, rest)], { reports: [reported('earlier', report)] }),
    );

  testRows<[string, Partial<Schemas.MatchInput>, Partial<StoredReport>]>([
    ['without times', {}, { moment: null }],
    ['within 30 minutes', { matchDate: '2026-09-12T15:30:00Z' }, {}],
    ['with an event that only one of them names', { event: 'Open' }, {}],
  ])('may be a duplicate if the times allow it', (_, rest, report) => {
    expect(later(rest, report)).toEqual([storedId]);
  });

  testRows<[string, Partial<Schemas.MatchInput>, Partial<StoredReport>]>([
    ['more than 30 minutes later', { matchDate: '2026-09-12T16:01:00Z' }, {}],
    ['of another event', { event: 'Open' }, { event: 'Club evening' }],
    ['of another bracket', { bracket: 'Final' }, { bracket: 'Pool A' }],
    ['of another day', onDay(3), { moment: null }],
    ['that its application calls distinct', { distinct: true }, {}],
    ['of another application', {}, { applicationId: 'desk' }],
    ['that is in the same request', {}, { identifier: 'later' }],
  ])('is another match otherwise', (_, rest, report) => {
    expect(later(rest, report)).toEqual([null]);
  });
});

describe('any batch', () => {
  const anyReference = fc.constantFrom(mike.id, priya.id, daniel.id, '10482', '10591', 'nobody');
  const anyMatch = fc
    .record({
      sport: fc.constantFrom('pickleball', 'chess'),
      matchDate: fc.constantFrom('2026-09-12T15:30:00Z', '2030-01-01T00:00:00Z'),
      teams: fc.array(fc.array(anyReference, { minLength: 1, maxLength: 2 }), {
        minLength: 2,
        maxLength: 3,
      }),
      scores: fc.array(fc.array(fc.nat(12), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 3,
      }),
    })
    .map(({ scores, ...rest }) => ({
      ...rest,
      games: scores.map((ofGame) => ({ scores: ofGame })),
    }));
  const anyMatches = fc
    .array(anyMatch, { minLength: 1, maxLength: 8 })
    .map((matches) => matches.map((match, index) => ({ identifier: `match-${index}`, ...match })));

  // An error by the identifier of its match, at any index.
  function byIdentifier(matches: Schemas.MatchInput[]): string[] {
    return judgeMatches(matches)
      .errors.map(({ pointer, code, detail }) => {
        const [, , position, ...rest] = pointer.split('/');
        return [matches[Number(position)]?.identifier, ...rest, code, detail].join(' ');
      })
      .toSorted();
  }

  it('has the same errors in any order of its matches', () => {
    fc.assert(
      fc.property(anyMatches, (matches) => {
        expect(byIdentifier(matches.toReversed())).toEqual(byIdentifier(matches));
      }),
    );
  });

  it('has the errors that its matches have alone', () => {
    fc.assert(
      fc.property(anyMatches, (matches) => {
        const alone = matches.flatMap((match) => byIdentifier([match])).toSorted();
        expect(byIdentifier(matches)).toEqual(alone);
      }),
    );
  });

  it('rejects exactly the invalid matches, and points at existing values', () => {
    fc.assert(
      fc.property(anyMatches, (matches) => {
        const { verdicts, errors } = judgeMatches(matches);
        const atError = new Set(errors.map(({ pointer }) => Number(pointer.split('/')[2])));
        expect(statuses({ verdicts, errors })).toEqual(
          matches.map((_, index) => (atError.has(index) ? 'rejected' : 'valid')),
        );
        for (const { pointer } of errors) expect(resolve({ matches }, pointer)).toBeDefined();
      }),
    );
  });
});

function resolve(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((found, key) => (found as Record<string, unknown>)[key], value);
}
