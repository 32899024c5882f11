import { describe, expect, it } from 'vitest';
import type { Participation } from '../store/responses.ts';
import { outcomeOf } from './result-answers.ts';

const unconfirmed = { isRated: false, isDenied: false, isDisputed: false, isVoided: false };
const answer = (stands: Partial<Participation>, response: Parameters<typeof outcomeOf>[1]) =>
  outcomeOf({ ...unconfirmed, ...stands } as Participation, response).kind;

describe('the answer of a player to a result', () => {
  it('that does not move them is recorded where they confirm or deny it', () => {
    expect(answer({}, 'confirmed')).toBe('recorded');
    expect(answer({}, 'denied')).toBe('recorded');
    expect(answer({}, 'disputed')).toBe('not_confirmed');
  });

  it('that moves them is recorded where they dispute it', () => {
    expect(answer({ isRated: true }, 'disputed')).toBe('recorded');
    expect(answer({ isRated: true }, 'denied')).toBe('already_confirmed');
  });

  it('is done once, however often it is given', () => {
    expect(answer({ isRated: true, isConfirmed: true }, 'confirmed')).toBe('unchanged');
    expect(answer({ isDenied: true }, 'denied')).toBe('unchanged');
    expect(answer({ isRated: true, isDisputed: true }, 'disputed')).toBe('unchanged');
  });

  it('may be a confirmation after a denial', () => {
    expect(answer({ isDenied: true }, 'confirmed')).toBe('recorded');
  });

  it.each(['confirmed', 'denied', 'disputed'] as const)(
    'that was taken back is nothing, also where it is %s',
    (response) => {
      expect(answer({ isVoided: true, isRated: true }, response)).toBe('voided');
      expect(answer({ isVoided: true }, response)).toBe('voided');
    },
  );

  it('confirms the report itself where only another report of the match moves them', () => {
    expect(answer({ isRated: true }, 'confirmed')).toBe('recorded');
  });

  it('that is held may be that it was another match, or that it is wrong', () => {
    expect(answer({ isHeld: true }, 'distinct')).toBe('recorded');
    expect(answer({ isHeld: true, isDistinct: true }, 'distinct')).toBe('unchanged');
    expect(answer({ isRated: true }, 'distinct')).toBe('not_held');
    expect(answer({ isHeld: true }, 'disputed')).toBe('recorded');
  });
});
