import type { OperationId } from '@partner-rating/client';

const board = { sport: 'pickleball', bracket: 'doubles-35+', country: 'US', state: 'TX' };
const match = {
  identifier: 'court-3-final',
  teams: [['10482'], ['10517']],
  games: [{ scores: [11, 8] }, { scores: [11, 6] }],
};
const matchId = 'mat_01jb8t3e9vf6s8k2m4n6p8q0r2';

/** A call of every tool, and its operation. */
export const calls: [name: string, input: Record<string, unknown>, operation: OperationId][] = [
  ['find_players', { name: 'brennan', sport: 'pickleball', minRating: 3.5 }, 'members.search'],
  ['get_player', { memberId: '10482' }, 'members.get'],
  ['list_rating_history', { memberId: '10482', sport: 'padel' }, 'members.listRatingHistory'],
  ['list_player_matches', { memberId: '10482', from: '2026-09-01' }, 'members.listMatches'],
  ['list_connected_players', {}, 'members.listConnected'],
  ['get_leaderboard', board, 'leaderboard.list'],
  ['get_player_rank', { memberId: '10482', ...board }, 'leaderboard.rank'],
  ['predict_matches', { sport: 'padel', matches: [{ teams: match.teams }] }, 'matches.predict'],
  [
    'balance_teams',
    { sport: 'padel', teamSize: 2, players: ['10482', '10517', '10533', '10591'] },
    'matches.balance',
  ],
  [
    'submit_matches',
    { sport: 'pickleball', format: 'pickleball-11', matches: [match] },
    'matches.submit',
  ],
  ['list_submitted_matches', { status: 'disputed' }, 'matches.list'],
  [
    'replace_match',
    {
      matchId,
      reason: 'The scores were swapped.',
      sport: 'pickleball',
      winScore: 11,
      winBy: 2,
      ...match,
    },
    'matches.replace',
  ],
  ['void_match', { matchId, reason: 'It was never played.' }, 'matches.void'],
];
