import { type MatchToRate, rateMatches } from '@partner-rating/ratings';
import { MatchLog, runBacktest } from '@partner-rating/ratings/backtest';

const games = [
  [11, 7],
  [11, 9],
  [11, 5],
].map((scores) => ({ scores, winScore: 11, winBy: 2 }));
const season: MatchToRate[] = [1, 8, 15].map((day) => ({
  id: `match-${day}`,
  sport: 'pickleball',
  matchDate: new Date(Date.UTC(2026, 8, day)),
  brackets: ['overall-open', 'doubles-open'],
  teams: [
    ['ann', 'bob'],
    ['cem', 'dee'],
  ],
  games,
  unrated: new Set(),
}));

/** Each player's rating after each match, bracket by bracket. */
const steps = rateMatches([], season);
for (const { memberId, bracket, rating, reliability } of steps.slice(-8, -4)) {
  console.log(`${memberId}, ${bracket}: ${rating} (${reliability})`);
}

/** How well the same matches were predicted before they were played. */
const log = new MatchLog();
for (const { sport, matchDate, teams } of season) {
  log.add({ sport, playedAt: matchDate.getTime(), teams, games, isFinished: true });
}
const { overall } = runBacktest(log, { minGames: 0, from: Number.NEGATIVE_INFINITY });
console.log(`Log loss of a game: ${overall.game.ratings.all.logLoss?.toFixed(3)}`);
