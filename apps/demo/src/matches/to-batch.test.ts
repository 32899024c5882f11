import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { players } from '../testing/offline-club.ts';
import { newReportForm, type ReportForm, readReportForm } from './report-form.ts';
import { toBatch } from './to-batch.ts';

const you = { ...players.you, name: 'You' };
const [priya, daniel, sofia] = players.members.map(({ id }) => id);
const form = (changes: Partial<ReportForm> = {}): ReportForm => ({
  ...newReportForm(players.members),
  report: '6f1f8a52-0c1d-4a7e-9a53-0a1f6a0f5f0e',
  ...changes,
});
const errorFieldsOf = (changes: Partial<ReportForm>) => {
  const outcome = toBatch(form(changes), you, players.members);
  return 'errors' in outcome ? outcome.errors.map(({ field }) => field) : [];
};

describe('a report', () => {
  it('of doubles names both teams, the player first', () => {
    expect(toBatch(form(), you, players.members)).toMatchObject({
      batch: {
        sport: 'pickleball',
        winScore: 11,
        winBy: 2,
        matches: [
          {
            identifier: 'courtside-6f1f8a52-0c1d-4a7e-9a53-0a1f6a0f5f0e',
            teams: [
              [you.id, priya],
              [daniel, sofia],
            ],
            games: [{ scores: [11, 8] }, { scores: [11, 6] }],
          },
        ],
      },
      teams: [
        ['You', 'Priya Natarajan'],
        ['Daniel Okafor', 'Sofia Lindqvist'],
      ],
      rows: [0, 1],
    });
  });

  it('of singles ignores the partner and the second opponent', () => {
    const outcome = toBatch(form({ format: 'singles', partner: 'nobody' }), you, players.members);
    expect(outcome).toMatchObject({ batch: { matches: [{ teams: [[you.id], [daniel]] }] } });
  });

  testRows<[string, object]>([
    ['you-retired', { outcome: 'retired', winner: 1 }],
    ['they-retired', { outcome: 'retired', winner: 0 }],
    ['they-did-not-come', { outcome: 'walkover', winner: 0 }],
  ])('of an unfinished match names the winner, and may have no score', (ending, sent) => {
    const games = [{ own: '', other: '' }];
    expect(toBatch(form({ ending, games }), you, players.members)).toMatchObject({
      batch: { matches: [{ ...sent, games: [] }] },
    });
  });

  it('returns the form row of each game if a row is empty', () => {
    const games = [
      { own: '', other: '' },
      { own: '11', other: '3' },
      { own: '11', other: '4' },
    ];
    expect(toBatch(form({ games }), you, players.members)).toMatchObject({ rows: [1, 2] });
  });

  testRows([
    ['a sport the club does not offer', { sport: 'golf' }, ['sport']],
    ['somebody who is not in the club', { opponent: 'mem_unknown' }, ['opponent']],
    ['no game', { games: [{ own: '', other: '' }] }, ['game-1']],
    ['half a score', { games: [{ own: '11', other: '' }] }, ['game-1']],
    ['a score that is not a number', { games: [{ own: '11', other: '-2' }] }, ['game-1']],
    ['an invalid report id', { report: 'mine' }, [null]],
  ])('with an invalid value has an error at its field', (_, changes, fields) => {
    expect(errorFieldsOf(changes)).toEqual(fields);
  });

  it('is read from the fields that a browser posts. Missing and repeated fields are empty', () => {
    const read = readReportForm({
      sport: ' padel ',
      format: 'singles',
      opponent: ['a', 'b'],
      'game-1': '6',
    });
    expect(read).toMatchObject({ sport: 'padel', format: 'singles', opponent: '', partner: '' });
    expect(read.games[0]).toEqual({ own: '6', other: '' });
  });
});
