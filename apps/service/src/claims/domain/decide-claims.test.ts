import { describe, expect, it } from 'vitest';
import { decideClaims } from './decide-claims.ts';

/** A match that a ghost played; both are named by one letter or digit. */
function offered(ghostId: string, matchId: string, mayBeMine = true) {
  return {
    ...{ ghostId, matchId, mayBeMine, participation: `${matchId} ${ghostId}` },
    ...{ participantId: ghostId, sport: 'padel', isRated: true },
    ...{ matchDate: new Date('2026-09-12T12:00:00Z'), arrival: 1 },
  };
}

/** What is decided, each match by its name. */
function decide(matches: ReturnType<typeof offered>[], shown: string[], mine: string[]) {
  return decideClaims(matches, { shown, mine }).map(({ ghostId, isWhole, ...claim }) => ({
    ghostId,
    mine: claim.mine.map(({ matchId }) => matchId),
    declined: claim.declined.map(({ matchId }) => matchId),
    isWhole,
  }));
}

describe('the claims of a player', () => {
  it('take a ghost as a whole where all its matches are theirs', () => {
    const matches = [offered('a', '1'), offered('a', '2')];
    expect(decide(matches, ['1 a', '2 a'], ['1 a', '2 a'])).toEqual([
      { ghostId: 'a', mine: ['1', '2'], declined: [], isWhole: true },
    ]);
  });

  it('leave a ghost in being where one of its matches is not theirs', () => {
    const matches = [offered('a', '1'), offered('a', '2')];
    expect(decide(matches, ['1 a', '2 a'], ['2 a'])).toEqual([
      { ghostId: 'a', mine: ['2'], declined: ['1'], isWhole: false },
    ]);
  });

  it('neither take nor decline a match that was not shown, whatever was answered', () => {
    const matches = [offered('a', '1'), offered('a', '2')];
    expect(decide(matches, ['1 a'], ['1 a', '2 a'])).toEqual([
      { ghostId: 'a', mine: ['1'], declined: [], isWhole: false },
    ]);
  });

  it('neither take nor decline a match that cannot be theirs', () => {
    expect(decide([offered('a', '1', false)], ['1 a'], ['1 a'])).toEqual([
      { ghostId: 'a', mine: [], declined: [], isWhole: false },
    ]);
  });

  it('are decided for each ghost by itself', () => {
    const matches = [offered('a', '1'), offered('b', '2'), offered('a', '3')];
    expect(decide(matches, ['1 a', '2 b', '3 a'], ['2 b'])).toEqual([
      { ghostId: 'a', mine: [], declined: ['1', '3'], isWhole: false },
      { ghostId: 'b', mine: ['2'], declined: [], isWhole: true },
    ]);
  });

  it('take one of two ghosts in a match, since nobody plays twice in it', () => {
    const matches = [offered('a', '1'), offered('b', '1')];
    expect(decide(matches, ['1 a', '1 b'], ['1 a', '1 b'])).toEqual([
      { ghostId: 'a', mine: ['1'], declined: [], isWhole: true },
      { ghostId: 'b', mine: [], declined: ['1'], isWhole: false },
    ]);
  });

  it('take the second of two ghosts in a match, where the first was declined', () => {
    const matches = [offered('a', '1'), offered('b', '1')];
    expect(decide(matches, ['1 a', '1 b'], ['1 b'])).toMatchObject([
      { mine: [], declined: ['1'] },
      { mine: ['1'], declined: [] },
    ]);
  });
});
