import { percentile } from '../../measure/statistics.ts';
import type { Round } from './rounds.ts';

export const ROUND_HEADING =
  'kill  leader         promoted after  writes after the promotion  refused with 503  standby again after';

/** Returns a row of the table. */
export function describeRound(number: number, round: Round): string {
  return [
    String(number).padStart(4),
    `${round.killed} → ${round.promoted}`.padEnd(13),
    seconds(round.promotionSeconds).padStart(14),
    seconds(round.writeSeconds).padStart(26),
    String(round.refused).padStart(16),
    seconds(round.returnSeconds).padStart(19),
  ].join('  ');
}

/** Returns the median and the maximum of each figure. */
export function describeRounds(rounds: readonly Round[]): string {
  const both = (of: (round: Round) => number) => {
    const figures = rounds.map(of);
    return `median ${seconds(percentile(figures, 0.5))}, at most ${seconds(Math.max(...figures))}`;
  };
  return [
    `Promoted after the kill: ${both((round) => round.promotionSeconds)}.`,
    `Writes on both instances after the promotion: ${both((round) => round.writeSeconds)}.`,
    `Standby again after its restart: ${both((round) => round.returnSeconds)}.`,
  ].join('\n');
}

const seconds = (value: number) => `${value.toFixed(2)} s`;
