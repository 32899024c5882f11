import { describe, expect, it } from 'vitest';
import { sigmaAfterAbsence } from './absence.ts';
import { currentModel } from './rating-model.ts';
import { startingSkill } from './starting-skill.ts';

const at = Date.parse('2026-09-12T12:00:00Z');
const sport = 'pickleball';
const own = { mu: 30, sigma: 2, lastPlayed: at };
const primary = { mu: 28, sigma: 3, lastPlayed: at };
const skillOf = (skills: Partial<Parameters<typeof currentModel.skillAt>[0]>) =>
  currentModel.skillAt({ own: undefined, primary: undefined, ...skills }, sport, at);

describe('the skill with which a player enters a match', () => {
  it('is that of the bracket, whatever the primary one is', () => {
    expect(skillOf({ own, primary })).toEqual({ mu: 30, sigma: 2 });
    expect(skillOf({ own })).toEqual({ mu: 30, sigma: 2 });
  });

  it('is a stranger’s where nothing is known', () => {
    expect(skillOf({})).toEqual(startingSkill(sport));
  });

  it('is the primary strength in a new bracket, less sure than that, and surer than a stranger’s', () => {
    const { mu, sigma } = skillOf({ primary });
    expect(mu).toBe(28);
    expect(sigma).toBeGreaterThan(primary.sigma);
    expect(sigma).toBeLessThan(startingSkill(sport).sigma);
  });

  it('is never less sure than a stranger’s', () => {
    const { sigma } = startingSkill(sport);
    expect(skillOf({ primary: { ...primary, sigma } }).sigma).toBe(sigma);
  });

  it('is less sure after an absence, from either rating', () => {
    const away = { lastPlayed: at - 90 * 86_400_000 };
    const absence = { sport, ...away, at };
    expect(skillOf({ own: { ...own, ...away } })).toEqual({
      mu: 30,
      sigma: sigmaAfterAbsence(2, absence),
    });
    expect(skillOf({ primary: { ...primary, ...away } }).sigma).toBeGreaterThan(
      skillOf({ primary }).sigma,
    );
  });
});
