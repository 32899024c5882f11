import { describe, expect, it } from 'vitest';
import type { MemberFactsRow } from '../store/candidates.ts';
import { knownMember } from './participant.ts';

const row: MemberFactsRow = {
  ...{ id: 'mem_mike', member_number: 10_482, display_name: 'Mike B.' },
  ...{ name_folded: 'mike brennan', gender: 'MALE', city_folded: 'austin', state: 'TX' },
  ...{ email: 'mike@example.com', email_hash: null, birth_year: 1986 },
  ...{ is_ghost: false, is_own_ghost: false, may_be_known: true },
};
const hash = (value: string | Uint8Array) => `hash of ${String(value)}`;

describe('a member as participants are compared with them', () => {
  it('has their facts in the form that is compared', () => {
    expect(knownMember(row, hash)).toEqual({
      ...{ id: 'mem_mike', memberNumber: 10_482, displayName: 'Mike B.', name: 'mike brennan' },
      ...{ isGhost: false, isOwnGhost: false, mayBeKnown: true },
      emailHash: 'hash of mike@example.com',
      ...{ birthYear: 1986, gender: 'MALE', city: 'austin', state: 'tx' },
    });
  });

  it('has what a ghost is known by, whose address nobody stores', () => {
    const ghost = { email: null, email_hash: 'abc', is_ghost: true, is_own_ghost: true };
    expect(knownMember({ ...row, ...ghost }, hash)).toMatchObject({
      ...{ emailHash: 'abc', isGhost: true, isOwnGhost: true },
    });
  });

  it('has no fact that is not known', () => {
    const unknown = {
      gender: 'UNKNOWN' as const,
      state: null,
      city_folded: null,
      birth_year: null,
    };
    expect(knownMember({ ...row, ...unknown, may_be_known: false }, hash)).toMatchObject({
      ...{ gender: null, state: null, city: null, birthYear: null, mayBeKnown: false },
    });
  });
});
