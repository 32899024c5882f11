import type { FaultItem } from '@partner-rating/server';
import type { EffectiveGame, EffectiveMatch } from './effective-match.ts';

/** What the teams and games of a match are at fault in, by themselves. */
export function gameFaults(match: EffectiveMatch): FaultItem[] {
  const pointer = `/matches/${match.position}`;
  const faults = [
    ...teamSizeFaults(match, pointer),
    ...match.games.flatMap((game, index) =>
      scoreFaults(game, match.teams.length, `${pointer}/games/${index}/scores`),
    ),
  ];
  const winners = match.games.map((game) => winnerOf(game.scores));
  // Where a game has no winner or not its scores, that is the fault to fix, and the fault of the match follows from it.
  const decided = faults.every(({ code }) => code !== 'scores_per_team' && code !== 'no_winner');
  if (decided && !hasSingleMaximum(countWins(winners, match.teams.length))) {
    faults.push({
      pointer: `${pointer}/games`,
      code: 'no_winner',
      detail:
        'No single team won more games than every other. Send a match once it is decided, ' +
        'or send its games as matches of their own.',
    });
  }
  return faults;
}

export function teamSizeFaults(
  { teams }: Pick<EffectiveMatch, 'teams'>,
  pointer: string,
): FaultItem[] {
  const size = teams[0]?.length ?? 0;
  return teams.flatMap((team, index) =>
    team.length === size
      ? []
      : {
          pointer: `${pointer}/teams/${index}`,
          code: 'team_sizes_differ',
          detail: `This team has ${count(team.length, 'player')} and the first has ${size}. Give every team the same number of players.`,
        },
  );
}

// A score above winScore is not held against its lead: clubs play to a cap, to the clock, and on.
function scoreFaults(game: EffectiveGame, teams: number, pointer: string): FaultItem[] {
  const { scores, winScore, winBy } = game;
  if (scores.length !== teams) {
    const detail = `There are ${count(scores.length, 'score')} for ${teams} teams. Give one score for each team, in team order.`;
    return [{ pointer, code: 'scores_per_team', detail }];
  }
  const [highest = 0, second = 0] = scores.toSorted((one, other) => other - one);
  if (highest === second) {
    const detail = `Several teams share the highest score, ${highest}. A game has one winner.`;
    return [{ pointer, code: 'no_winner', detail }];
  }
  const faults: FaultItem[] = [];
  if (highest < winScore) {
    const detail = `The winner has ${count(highest, 'point')}; winScore asks for ${winScore}.`;
    faults.push({ pointer, code: 'win_score_not_reached', detail });
  }
  if (highest - second < winBy) {
    const detail = `The winner leads by ${count(highest - second, 'point')}; winBy asks for ${winBy}.`;
    faults.push({ pointer, code: 'win_by_not_reached', detail });
  }
  return faults;
}

function winnerOf(scores: readonly number[]): number {
  return scores.indexOf(Math.max(...scores));
}

function countWins(winners: readonly number[], teams: number): number[] {
  const wins = new Array<number>(teams).fill(0);
  for (const winner of winners) wins[winner] = (wins[winner] ?? 0) + 1;
  return wins;
}

function hasSingleMaximum(values: readonly number[]): boolean {
  const maximum = Math.max(...values);
  return values.filter((value) => value === maximum).length === 1;
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
