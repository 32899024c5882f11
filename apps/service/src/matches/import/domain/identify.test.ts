import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { known } from '../testing/people.ts';
import { called } from '../testing/tournament.ts';
import { identify, type KnownPlayers, nameAgrees } from './identify.ts';
import { type KnownMember, participantReader } from './participant.ts';

const email = 'mike@example.com';

const mike = known('mem_mike');

const nobody: KnownPlayers = { byReference: new Map(), byEmailHash: new Map(), before: new Map() };

/** Identifies participants: by id and reason, or only by key without a member. */
function identified(sent: Schemas.Participant[], known: Partial<KnownPlayers> = {}) {
  const participants = sent.map(participantReader(String));
  const { identities, unknown } = identify(participants, { ...nobody, ...known });
  return participants.map((one) => {
    if (unknown.has(one)) return 'unknown';
    const found = identities.get(one);
    return found === undefined ? null : `${found.member?.id ?? found.key} ${found.reason}`;
  });
}

const byAddress = (...members: KnownMember[]) => ({ byEmailHash: new Map([[email, members]]) });

describe('a participant is', () => {
  it('the member of their memberId, with any address', () => {
    const others = { byReference: new Map([['10482', mike]]), ...byAddress(known('mem_other')) };
    expect(identified([called('Zoe Brown', { memberId: '10482', email })], others)).toEqual([
      'mem_mike member_id',
    ]);
  });

  it('unknown if their memberId names nobody, even if their address does', () => {
    const sent = called('Mike Brennan', { memberId: '9', email });
    const before = new Map([[participantReader(String)(sent).key, mike]]);
    expect(identified([sent], { ...byAddress(mike), before })).toEqual(['unknown']);
  });

  it('the member with their address, if the name agrees', () => {
    expect(identified([called('Mike Brennan', { email })], byAddress(mike))).toEqual([
      'mem_mike email',
    ]);
    expect(identified([called('Zoe Brown', { email })], byAddress(mike))).toEqual([
      `email ${email} email`,
    ]);
  });

  it('the member rather than the ghost with their address, and otherwise the ghost of the same application', () => {
    const ghost = known('mem_ghost', { isGhost: true });
    const own = known('mem_own', { isGhost: true, isOwnGhost: true, name: 'm brown' });
    const sent = [called('Mike Brennan', { email })];
    expect(identified(sent, byAddress(ghost, own, mike))).toEqual(['mem_mike email']);
    expect(identified(sent, byAddress(ghost, own))).toEqual(['mem_own email']);
    expect(identified(sent, byAddress(ghost))).toEqual(['mem_ghost email']);
  });

  it('recognized if a ghost of another application has their address and name', () => {
    const ghost = known('mem_ghost', { isGhost: true, mayBeKnown: false });
    const sent = participantReader(String)(called('Mike Brennan', { email }));
    const { identities } = identify([sent], { ...nobody, ...byAddress(ghost) });
    expect(identities.get(sent)?.member).toEqual({ ...ghost, mayBeKnown: true });
  });

  it('the same as in an earlier import, unless their address names another', () => {
    const sent = called('Mike Brennan', { email });
    const before = new Map([[participantReader(String)(sent).key, mike]]);
    expect(identified([sent], { before })).toEqual(['mem_mike imported_before']);
    const other = { before, ...byAddress(known('mem_other')) };
    expect(identified([sent], other)).toEqual(['mem_other email']);
  });

  it('not identified by a name alone', () => {
    expect(identified([called('Mike Brennan')], byAddress(mike))).toEqual([null]);
  });
});

describe('an address', () => {
  const byReference = new Map([
    ['10482', mike],
    ['10517', known('mem_priya')],
  ]);
  const named = (memberId: string) => called('Mike Brennan', { memberId, email });
  const alone = called('Lena Hoffmann', { email });

  it('that comes with a memberId names that member also without it', () => {
    const again = called('M B', { memberId: '10482', email });
    expect(identified([alone, named('10482'), again], { byReference })).toEqual([
      'mem_mike email',
      ...['mem_mike member_id', 'mem_mike member_id'],
    ]);
  });

  it('that comes with two memberIds names neither', () => {
    const two = [alone, named('10482'), named('10517')];
    for (const sent of [two, [...two, called('M B', { memberId: '10482', email })]]) {
      expect(identified(sent, { byReference })[0]).toBe(`email ${email} email`);
    }
  });

  it('that nobody has yet is one person under any name', () => {
    const sent = [alone, called('L Hoffmann', { email })].map(participantReader(String));
    const { identities } = identify(sent, nobody);
    expect(sent.map((one) => identities.get(one))).toEqual(
      sent.map(() => ({ key: `email ${email}`, member: null, reason: 'email' })),
    );
  });
});

describe('the name of a participant', () => {
  testRows([
    ['mike brennan', 'mike brennan'],
    ['brennan mike', 'mike brennan'],
    ['mike brennan', 'mike james brennan'],
    ['maria garcia lopez', 'maria garcia'],
    ['maria garcia', 'maria del carmen garcia lopez'],
  ])('agrees with a shorter form', (one, other) => {
    expect(nameAgrees(one, other)).toBe(true);
    expect(nameAgrees(other, one)).toBe(true);
  });

  testRows([
    ['mike brennan', 'mike bronson'],
    ['mike', 'mike brennan'],
    ['m brennan', 'mike brennan'],
    ['m b', 'mike brennan'],
    ['', ''],
    ['li', 'li'],
    ['mike brennan', 'mike john james paul george brennan'],
    ['mike brennan', 'mike john james paul brennan smith jones'],
  ])('does not agree with another name', (one, other) => {
    expect(nameAgrees(one, other)).toBe(false);
    expect(nameAgrees(other, one)).toBe(false);
  });
});
