import type { MatchBatch, PartnerRatingClient } from '@partner-rating/client';
import type { Actors } from '../people.ts';
import { people, rivals } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const DAY = 24 * 60 * 60 * 1_000;

// The teams of each night, and the result of the first team: it wins clearly (W) or closely (w),
// or loses (l).
const pickleball = [
  'mike priya / omar grace / WWWw',
  'daniel sofia / ben ivy / WWWw',
  'mike priya / daniel sofia / wlwl',
  'mike daniel / omar ben / WWWW',
  'priya sofia / grace ivy / WWWw',
  'mike / omar / WwwW',
  'daniel / ben / WWWWw',
  'priya / grace / WWwl',
];
const firstPadel = ['mike sofia / omar grace / w'];
const padel = [
  'mike sofia / omar grace / wWlw',
  'sofia grace / ivy joan / WwW',
  'mike ben / omar tom / llw',
];

const rules: Record<string, { winScore: number; games: Record<string, string> }> = {
  pickleball: { winScore: 11, games: { W: '11-5 11-7', w: '11-8 9-11 11-9', l: '11-9 7-11 8-11' } },
  padel: { winScore: 6, games: { W: '6-2 6-3', w: '6-4 4-6 6-4', l: '6-4 3-6 4-6' } },
};

interface Season {
  sport: string;
  from: string;
  nights: number;
  pairings: readonly string[];
}

const firstSeasons: Season[] = [
  { sport: 'pickleball', from: '2025-08-30T16:00:00Z', nights: 10, pairings: pickleball },
];
const laterSeasons: Season[] = [
  { sport: 'padel', from: '2025-11-08T11:00:00Z', nights: 1, pairings: firstPadel },
  { sport: 'pickleball', from: '2026-03-28T16:00:00Z', nights: 24, pairings: pickleball },
  { sport: 'padel', from: '2026-05-23T10:15:00Z', nights: 14, pairings: padel },
];

/** Another league submits the matches from before Courtside Club joined, one night at a time. */
export async function recordSeasons(recorder: Recorder, { league, club }: Actors): Promise<void> {
  await playNights(recorder, league, firstSeasons);
  await recorder.record('leaderboard.listCategories-one-sport', club.leaderboard.listCategories());
  await playNights(recorder, league, laterSeasons);
  await recorder.record('leaderboard.listCategories', club.leaderboard.listCategories());
}

async function playNights(
  recorder: Recorder,
  league: PartnerRatingClient,
  seasons: readonly Season[],
): Promise<void> {
  const nights = seasons
    .flatMap((season) =>
      Array.from({ length: season.nights }, (_, night) => ({
        season,
        night,
        playedAt: Date.parse(season.from) + night * 7 * DAY,
      })),
    )
    .sort((one, other) => one.playedAt - other.playedAt);
  for (const { season, night, playedAt } of nights) {
    recorder.advanceTo(new Date(playedAt + DAY / 8).toISOString());
    await league.matches.submit(batchOf(season, night, new Date(playedAt).toISOString()));
  }
}

function batchOf({ sport, pairings }: Season, night: number, matchDate: string): MatchBatch {
  const { winScore = 0, games = {} } = rules[sport] ?? {};
  return {
    sport,
    winScore,
    winBy: 2,
    matchDate,
    matches: pairings.map((pairing, index) => {
      const [one = '', other = '', form = ''] = pairing.split(' / ');
      const scores = games[form.charAt(night % form.length)] ?? '';
      return {
        identifier: `${sport}-${matchDate}-${index + 1}`,
        teams: [teamOf(one), teamOf(other)],
        games: scores.split(' ').map((score) => ({ scores: score.split('-').map(Number) })),
      };
    }),
  };
}

function teamOf(names: string): string[] {
  return names.split(' ').map((name) => players[name] ?? name);
}

const players: Record<string, string> = {
  ...Object.fromEntries(Object.entries(people).map(([name, { id }]) => [name, id])),
  ...rivals,
};
