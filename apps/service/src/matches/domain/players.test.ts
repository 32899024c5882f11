import { describe, expect, it } from 'vitest';
import type { PlayerAlias } from '../../ratings/store/players.ts';
import { mike, priya } from '../testing/batches.ts';
import type { EffectiveMatch } from './effective-match.ts';
import { byReference, namedErrors, namedIn, referencesOf, unmatched } from './players.ts';

const ghost = { id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0', member_number: 20_001 };
const claimed: PlayerAlias = { ...ghost, merged_into: mike.id };

describe('the players of a request', () => {
  it('are looked up once each, by the form of their references', () => {
    const match = (...teams: string[][]) => ({ teams }) as unknown as EffectiveMatch;
    const matches = [match([mike.id, '10517'], ['10482']), match([mike.id], ['nobody'])];
    expect(referencesOf(matches)).toEqual({ ids: [mike.id], numbers: ['10517', '10482'] });
  });

  it('are found by id, by number, and by the references of ghosts that they claimed', () => {
    const players = byReference([mike, priya], [claimed]);
    for (const name of [mike.id, '10482', ghost.id, '20001']) expect(players.get(name)).toBe(mike);
    expect(players.get('10517')).toBe(priya);
    expect(players.size).toBe(6);
  });

  it('are not found by the ghost of another player', () => {
    expect(byReference([priya], [claimed]).get(ghost.id)).toBeUndefined();
  });

  it('are unmatched if none of their references names them', () => {
    const references = { ids: [mike.id, ghost.id], numbers: ['10482', '20001'] };
    expect(unmatched(references, [mike])).toEqual({ ids: [ghost.id], numbers: ['20001'] });
  });

  it('are invalid if they are unknown, or named twice by any references', () => {
    const named = namedIn({
      position: 3,
      teams: [
        [mike.id, '9'],
        ['10482', '10517'],
      ],
    });
    const errors = namedErrors(named, byReference([mike, priya]), (name) => `${name} again.`);
    expect(errors).toEqual([
      {
        ...{ pointer: '/matches/3/teams/0/1', code: 'unknown_player' },
        detail: 'There is no member 9. Check the identifier.',
      },
      { pointer: '/matches/3/teams/1/0', code: 'repeated_player', detail: '10482 again.' },
    ]);
  });
});
