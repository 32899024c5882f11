import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { finish, known } from '../testing/people.ts';
import type { Decision } from './decide-people.ts';
import {
  type KnownMember,
  type Participant,
  participantReader,
  type Reason,
} from './participant.ts';
import { makeRoster, participantMatches } from './roster.ts';
import type { TournamentMatch } from './tournament-matches.ts';

const read = participantReader(String);

const called = (firstName: string, memberId?: string) =>
  read({ firstName, lastName: 'Brennan', ...(memberId !== undefined && { memberId }) });

const [mike, priya, sofia] = [called('Mike'), called('Priya'), called('Sofia', '10591')];

const member = (id: string, rest: Partial<KnownMember> = {}) =>
  known(id, { displayName: 'Known B.', name: 'known', ...rest });

const decision = (found: KnownMember | null, reason: Reason) =>
  ({ person: {}, member: found, reason }) as Decision;

const matchAt = (position: number, ...teams: Participant[][]) =>
  ({ teams, effective: { position } }) as TournamentMatch;

function participants(
  matches: TournamentMatch[],
  decisions: [Participant, Decision][],
  {
    stored = null,
    ghost = null,
  }: {
    stored?: (KnownMember | undefined)[] | null;
    ghost?: { id: string; memberNumber: number } | null;
  } = {},
) {
  const source = { matches, storedPlayers: () => stored, decisions: new Map(decisions) };
  const roster = finish(makeRoster(source)).result;
  return finish(participantMatches(roster, { ghostOf: () => ghost })).result;
}

describe('the players of an import', () => {
  it('are listed once each, in the order of their first match, with all their places', () => {
    const matches = [matchAt(0, [mike], [priya]), matchAt(4, [sofia, mike], [priya, mike])];
    const found = participants(matches, [
      [mike, decision(member('mem_mike'), 'unique_name')],
      [priya, decision(null, 'no_match')],
      [sofia, decision(member('mem_sofia'), 'member_id')],
    ]);
    expect(found.map(({ firstName, pointers }) => [firstName, ...pointers])).toEqual([
      ['Mike', '/matches/0/teams/0/0', '/matches/4/teams/0/1', '/matches/4/teams/1/1'],
      ['Priya', '/matches/0/teams/1/0', '/matches/4/teams/1/0'],
      ['Sofia', '/matches/4/teams/0/0'],
    ]);
  });

  it('are listed once under two names, with the surest reason', () => {
    const found = participants(
      [matchAt(0, [mike], [sofia])],
      [
        [mike, decision(member('mem_1'), 'unique_name')],
        [sofia, decision(member('mem_1'), 'member_id')],
      ],
    );
    expect(found).toMatchObject([{ firstName: 'Mike', reason: 'member_id' }]);
  });

  it('omit participants without a decision, which are an error elsewhere', () => {
    expect(participants([matchAt(0, [mike], [priya])], [])).toEqual([]);
  });

  it('are shown as their member', () => {
    expect(
      participants([matchAt(0, [mike])], [[mike, decision(member('mem_1'), 'email')]]),
    ).toEqual([
      {
        ...{ pointers: ['/matches/0/teams/0/0'], firstName: 'Mike', lastName: 'Brennan' },
        ...{ id: 'mem_1', memberId: 10_482, displayName: 'Known B.', isGhost: false },
        ...{ isNew: false, reason: 'email' },
      },
    ]);
  });

  it('who are hidden are shown as they were sent', () => {
    const hidden = member('mem_1', { mayBeKnown: false });
    const shown = (reason: Reason, sent = mike) =>
      participants([matchAt(0, [sent])], [[sent, decision(hidden, reason)]]);
    expect(shown('email')).toMatchObject([{ id: null, memberId: null, displayName: 'Mike B.' }]);
    for (const own of ['mem_1', '10482']) {
      expect(shown('member_id', called('Mike', own))).toMatchObject([
        { id: 'mem_1', memberId: 10_482, displayName: 'Mike B.' },
      ]);
    }
  });

  testRows([
    ['the id', 'mem_ghost'],
    ['the number', '20001'],
  ])('who are hidden stay hidden behind a ghost that they claimed', (_, reference) => {
    const stored = [member('mem_1', { mayBeKnown: false })];
    const byGhost = called('Mike', reference);
    expect(participants([matchAt(0, [byGhost])], [], { stored })).toMatchObject([
      { id: null, memberId: null, displayName: 'Mike B.', reason: 'imported_before' },
    ]);
  });

  it('who are hidden are listed once for each way they were sent, and nothing joins them', () => {
    const stored = [member('mem_1', { mayBeKnown: false })];
    const sent = [called('Mike', 'mem_ghost'), called('Mike', 'mem_1'), mike, mike];
    const matches = sent.map((participant, position) => matchAt(position, [participant]));
    const found = participants(matches, [], { stored });
    expect(found.map(({ pointers, id, reason }) => [pointers.length, id, reason])).toEqual([
      [1, null, 'imported_before'],
      [1, 'mem_1', 'member_id'],
      [2, null, 'imported_before'],
    ]);
  });

  testRows([
    [{ id: 'mem_ghost', memberNumber: 20_001 }, 'mem_ghost', 20_001],
    [null, null, null],
  ])('who are unknown get a ghost, which a dry run does not create', (ghost, id, number) => {
    const found = [[mike, decision(null, 'no_match')]] satisfies [Participant, Decision][];
    expect(participants([matchAt(0, [mike])], found, { ghost })).toEqual([
      {
        ...{ pointers: ['/matches/0/teams/0/0'], firstName: 'Mike', lastName: 'Brennan' },
        ...{ id, memberId: number, displayName: 'Mike B.', isGhost: true, isNew: true },
        reason: 'no_match',
      },
    ]);
  });

  it('of a stored match are those with which it was stored', () => {
    const stored = [member('mem_1'), member('mem_2', { isGhost: true }), undefined];
    const found = participants([matchAt(0, [mike, sofia], [priya])], [], { stored });
    expect(found).toMatchObject([
      { id: 'mem_1', reason: 'imported_before', isNew: false },
      { id: 'mem_2', reason: 'member_id', isGhost: true },
    ]);
    expect(found).toHaveLength(2);
  });
});
