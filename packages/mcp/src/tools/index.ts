import type { Caller, Tool } from '../tool.ts';
import { balanceTeams } from './balance-teams.ts';
import { findPlayers } from './find-players.ts';
import { getLeaderboard } from './get-leaderboard.ts';
import { getPlayer } from './get-player.ts';
import { getPlayerRank } from './get-player-rank.ts';
import { listConnectedPlayers } from './list-connected-players.ts';
import { listPlayerMatches } from './list-player-matches.ts';
import { listRatingHistory } from './list-rating-history.ts';
import { listSubmittedMatches } from './list-submitted-matches.ts';
import { predictMatches } from './predict-matches.ts';
import { replaceMatch } from './replace-match.ts';
import { submitMatches } from './submit-matches.ts';
import { voidMatch } from './void-match.ts';

/** Returns the tools of a credential, in the order in which agents see them. */
export function toolsFor(caller: Caller): Tool[] {
  const ofOnePlayer = [getPlayer, listRatingHistory, listPlayerMatches].map((of) => of(caller));
  if (caller === 'player') return ofOnePlayer;
  return [
    findPlayers,
    ...ofOnePlayer,
    listConnectedPlayers,
    getLeaderboard,
    getPlayerRank,
    predictMatches,
    balanceTeams,
    submitMatches,
    listSubmittedMatches,
    replaceMatch,
    voidMatch,
  ];
}
