import { currentModel, reliabilityAfterAbsence, startingSkill } from '@partner-rating/ratings';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { entrySkill } from './predict-match.ts';

const sport = 'padel';

const at = new Date('2026-09-12T12:00:00Z');

const lastPlayedAt = new Date('2026-03-12T12:00:00Z');

const nothing = { mu: null, sigma: null, lastPlayedAt: null };

const own = { mu: 30, sigma: 2, lastPlayedAt, reliability: 0.9 };

const primary = { mu: 28, sigma: 3, lastPlayedAt };

describe('the skill with which a player enters a match', () => {
  it('is that of a stranger where they have no rating', () => {
    const skill = entrySkill(
      { own: { ...nothing, reliability: null }, primary: nothing },
      { sport, teamSize: 2, at },
    );
    const { mu, sigma } = startingSkill(sport, 2);
    expect(skill).toEqual({ mu, sigma, reliability: currentModel.reliabilityOf(sigma) });
  });

  it('is that of the bracket, as unsure and as reliable as absence has left it', () => {
    const skill = entrySkill({ own, primary }, { sport, teamSize: 2, at });
    const absence = { sport, lastPlayed: lastPlayedAt.getTime(), at: at.getTime() };
    const reliability = reliabilityAfterAbsence(0.9, absence);
    expect(skill).toMatchObject({ mu: 30, reliability });
    expect(reliability).toBeLessThan(0.9);
    expect(skill.sigma).toBeGreaterThan(2);
  });

  it('is as reliable as it was, where it is not known when they played', () => {
    const unknown = { ...own, lastPlayedAt: null };
    expect(entrySkill({ own: unknown, primary }, { sport, teamSize: 2, at })).toMatchObject({
      ...{ mu: 30, sigma: 2, reliability: 0.9 },
    });
  });

  it('begins with the primary rating where there is none in the bracket', () => {
    const skill = entrySkill(
      { own: { ...nothing, reliability: null }, primary },
      { sport, teamSize: 2, at },
    );
    expect(skill.mu).not.toBe(startingSkill(sport, 2).mu);
    expect(skill.reliability).toBe(currentModel.reliabilityOf(skill.sigma));
  });

  testRows([{ mu: null }, { sigma: null }])('has no rating where half of it is missing', (half) => {
    expect(
      entrySkill({ own: { ...own, ...half }, primary: nothing }, { sport, teamSize: 2, at }),
    ).toMatchObject(startingSkill(sport, 2));
  });
});
