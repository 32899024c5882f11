import type { Participation, ResultResponse } from '../store/responses.ts';

/** What came of a player's answer to a result. */
export type AnswerOutcome =
  /** It is recorded now. */
  | { kind: 'recorded' }
  /** It stood so before; nothing is done twice. */
  | { kind: 'unchanged' }
  /** The player does not play in such a match. */
  | { kind: 'not_found' }
  /** The match was taken back and moves nobody, so there is nothing to answer. */
  | { kind: 'voided' }
  /** A result that moves the player is not denied but disputed. */
  | { kind: 'already_confirmed' }
  /** A result that does not move the player is not disputed but denied. */
  | { kind: 'not_confirmed' }
  /** A result that counts is no possible duplicate. */
  | { kind: 'not_held' };

export function outcomeOf(
  { isRated, isConfirmed, isDenied, isDisputed, isDistinct, isVoided, isHeld }: Participation,
  response: ResultResponse,
): AnswerOutcome {
  if (isVoided) return { kind: 'voided' };
  switch (response) {
    case 'confirmed':
      return { kind: isRated && isConfirmed ? 'unchanged' : 'recorded' };
    case 'denied':
      if (isRated || isConfirmed) return { kind: 'already_confirmed' };
      return { kind: isDenied ? 'unchanged' : 'recorded' };
    case 'disputed':
      if (!isRated && !isHeld) return { kind: 'not_confirmed' };
      return { kind: isDisputed ? 'unchanged' : 'recorded' };
    case 'distinct':
      if (!isHeld) return { kind: 'not_held' };
      return { kind: isDistinct ? 'unchanged' : 'recorded' };
  }
}
