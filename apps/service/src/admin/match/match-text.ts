import { winnerOf } from '../../matches/domain/winner.ts';
import type { OperatorsMatch, OperatorsPlayer } from './store/matches.ts';

/** A match on one line. */
export function lineOfMatch(match: OperatorsMatch): string {
  const { matchId, status, sport, matchDate, clientId } = match;
  return [
    matchId,
    status,
    sport,
    matchDate.toISOString(),
    teamsOf(match)
      .map((team) => team.map(({ name }) => name).join(' and '))
      .join(' against '),
    scoresOf(match),
    clientId,
  ].join('  ');
}

/** A match on lines of their own: what it is, who played, and how it stands. */
export function linesOfMatch(match: OperatorsMatch): string[] {
  const { voidedAt, voidReason, batchIdentifier, isSettled } = match;
  const lines: [label: string, value: string][] = [
    ['Match', match.matchId],
    ['Status', match.status],
    ...(voidedAt === null
      ? []
      : [['Voided', `${voidedAt.toISOString()}: ${voidReason}`] satisfies [string, string]]),
    ['Settled', isSettled ? 'yes' : 'not yet'],
    ['Sport', match.sport],
    ['Played', match.matchDate.toISOString()],
    ['Games', scoresOf(match)],
    ['Winner', winnerText(match)],
    ...teamsOf(match).flatMap((team, index) =>
      team.map((player): [string, string] => [`Team ${index + 1}`, describePlayer(player)]),
    ),
    ['Submitted', `${match.submittedAt.toISOString()} by ${match.clientId}`],
    ['Identifier', match.identifier],
    ...match.otherReports.map(({ matchId, clientId, ...other }): [string, string] => {
      const { matchDate, identifier, status, event, bracket } = other;
      const words = [matchId, status, matchDate, clientId, identifier, event, bracket];
      return ['Same games', words.filter((word) => word !== null).join('  ')];
    }),
    ['Batch', [match.batchId, ...(batchIdentifier === null ? [] : [batchIdentifier])].join('  ')],
  ];
  return lines.map(([label, value]) => `${label.padEnd(12)}${value}`);
}

function describePlayer({ name, memberNumber, memberId, isRated, response }: OperatorsPlayer) {
  const moved = isRated ? 'rated' : 'not rated';
  return [
    `${name}, ${memberNumber}`,
    memberId,
    moved,
    ...(response === null ? [] : [response]),
  ].join('  ');
}

/** The players of each team. */
export function teamsOf({ players }: Pick<OperatorsMatch, 'players'>): OperatorsPlayer[][] {
  return [...Map.groupBy(players, ({ team }) => team).values()];
}

/** The score of each game, and how a match ended that was not played to its end. */
export function scoresOf({ games, outcome }: OperatorsMatch): string {
  const scores = games.map((game) => game.scores.join('-'));
  return [...scores, ...(outcome === null ? [] : [outcome])].join(', ');
}

/** The team that won, as the teams are numbered here. */
export function winnerText(match: OperatorsMatch): string {
  const winner = winnerOf(match);
  return winner === null ? 'nobody, or not known' : `Team ${winner + 1}`;
}
