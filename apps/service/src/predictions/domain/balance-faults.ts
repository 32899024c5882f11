import type { FaultItem, Schemas } from '@partner-rating/server';
import { type Assumptions, assumptionFaults } from './assumptions.ts';
import { playerFaults } from './player-faults.ts';
import type { PredictedPlayer } from './predicted-player.ts';

/** Everything for which the players cannot be split into teams. */
export function balanceFaults(
  { players: references, teamSize }: Schemas.BalanceRequest,
  assumptions: Assumptions,
  players: ReadonlyMap<string, PredictedPlayer>,
): FaultItem[] {
  const named = references.map((reference, index) => ({ reference, pointer: `/players/${index}` }));
  return [
    ...assumptionFaults(assumptions),
    ...fitFaults(references.length, teamSize),
    ...playerFaults(named, players, repeatedInList),
  ];
}

function fitFaults(players: number, teamSize: number): FaultItem[] {
  const court = 2 * teamSize;
  if (players % court === 0) return [];
  const detail =
    `A court takes ${court} players, two teams of ${teamSize}, and ${players} players are no whole ` +
    `number of courts. Send a multiple of ${court}, or another teamSize.`;
  return [{ pointer: '/players', code: 'players_do_not_fit', detail }];
}

function repeatedInList(reference: string): string {
  return `Member ${reference} is in the list already. Name each player once.`;
}
