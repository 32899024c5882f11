import { describe, expect, it } from 'vitest';
import { nameAgrees } from './name-agrees.ts';

describe('the name of a participant', () => {
  it.each([
    ['mike brennan', 'mike brennan'],
    ['brennan mike', 'mike brennan'],
    ['mike brennan', 'mike james brennan'],
    ['maria garcia lopez', 'maria garcia'],
    ['maria garcia', 'maria del carmen garcia lopez'],
  ])('%s agrees with %s', (one, other) => {
    expect(nameAgrees(one, other)).toBe(true);
    expect(nameAgrees(other, one)).toBe(true);
  });

  it.each([
    ['mike brennan', 'mike bronson'],
    ['mike', 'mike brennan'],
    ['m brennan', 'mike brennan'],
    ['m b', 'mike brennan'],
    ['', ''],
    ['li', 'li'],
    ['mike brennan', 'mike john james paul george brennan'],
    ['mike brennan', 'mike john james paul brennan smith jones'],
  ])('%s does not agree with %s', (one, other) => {
    expect(nameAgrees(one, other)).toBe(false);
    expect(nameAgrees(other, one)).toBe(false);
  });
});
