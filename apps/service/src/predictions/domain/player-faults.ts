import type { FaultItem } from '@partner-rating/server';
import { type NamedPlayer, namedFaults } from '../../matches/domain/players.ts';
import type { PredictedPlayer } from './predicted-player.ts';

/**
 * The faults of players who cannot be predicted: those of a batch, and those whose ratings the application
 * may not see, since a prediction would say what they are.
 */
export function playerFaults(
  named: readonly NamedPlayer[],
  players: ReadonlyMap<string, PredictedPlayer>,
  repeated: (reference: string) => string,
): FaultItem[] {
  return [
    ...namedFaults(named, players, repeated),
    ...named.flatMap(({ reference, pointer }): FaultItem[] => {
      if (players.get(reference)?.sharesRatings !== false) return [];
      const detail =
        `Member ${reference} is connected to your application without user:rating:read, so ` +
        'their ratings are not used. Leave them out, or let them connect again and grant it.';
      return [{ pointer, code: 'ratings_not_shared', detail }];
    }),
  ];
}
