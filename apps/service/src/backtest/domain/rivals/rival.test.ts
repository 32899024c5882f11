import { describe, expect, it } from 'vitest';
import { logOf, playedOn } from '../../testing/match-lines.ts';
import { resultsOf } from '../results.ts';
import { tuned } from './rival.ts';

const tennis = { ...playedOn(1, [['ann'], ['bob']], [2, 6]), sport: 'tennis' };
const log = logOf(playedOn(0, [['ann'], ['bob']], [11, 7], [11, 4]), tennis);
const results = resultsOf(log, log.playedOrder(), { from: -Infinity, minGames: 0 }).game;
const always = (settings: string, chance: number) => ({ settings, at: () => chance });

describe('a rival', () => {
  it('has in each sport the settings that lose least there', () => {
    const rival = tuned('Elo', results, [
      always('low', 0.2),
      always('high', 0.9),
      always('mid', 0.5),
    ]);
    expect(rival.name).toBe('Elo');
    expect([...rival.settings]).toEqual([
      [0, 'high'],
      [1, 'low'],
    ]);
    expect([...rival.predictions]).toEqual([0.9, 0.9, 0.2]);
  });

  it('has the first of settings that lose alike', () => {
    const rival = tuned('Elo', results, [always('one', 0.5), always('other', 0.5)]);
    expect(rival.settings.get(0)).toBe('one');
  });

  it('predicts nothing where it has no settings', () => {
    expect([...tuned('Elo', results, []).predictions]).toEqual([0.5, 0.5, 0.5]);
  });
});
