import type { MatchBatch } from '@partner-rating/client';
import { equal, isTrue, rejection } from './assert.ts';
import { anyId, anyNumber } from './random.ts';
import { mocked, partnerOf } from './service-client.ts';
import type { Behaviours, Service } from './setting.ts';

/** Returns new doubles matches. */
export function newBatch(service: Service): MatchBatch {
  const [one, two, three, four] = service.players;
  return {
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    matches: [
      {
        identifier: anyId(),
        teams: [
          [one, two],
          [three, four],
        ],
        games: gamesOf(nextWinner(service)),
      },
    ],
  };
}

const winners = new WeakMap<Service, number>();

/** The teams win alternately: if one always won, the result would be expected, and no rating would change. */
function nextWinner(service: Service): number {
  const winner = 1 - (winners.get(service) ?? anyNumber(2));
  winners.set(service, winner);
  return winner;
}

// Another score or day each time, because the same players and scores on one day are a duplicate.
function gamesOf(winner: number): { scores: number[]; winScore: number }[] {
  return Array.from({ length: 3 }, () => {
    const winScore = 11 + anyNumber(64);
    const scores = [winScore, anyNumber(8)];
    return { winScore, scores: winner === 0 ? scores : scores.toReversed() };
  });
}

export const matches: Behaviours<Service> = {
  'submitting a batch returns the rating changes': async (library, service) => {
    const { matches } = partnerOf(library, service);
    const { success, ratingChanges } = await matches.submit(newBatch(service));
    isTrue(success, 'success');
    isTrue(
      ratingChanges.some((change) => library.ratingDifference(change)),
      'a rating change',
    );
  },

  'members.listRatingUpdates lists the rating changes of a batch': async (library, service) => {
    const { matches, members } = partnerOf(library, service);
    // Only updates from now on, because other runs have caused updates too.
    const since = new Date(Date.now() - 1_000).toISOString();
    const { ratingChanges } = await matches.submit(newBatch(service));
    const change = ratingChanges.find(({ bracket }) => bracket === 'overall-open');
    const updates = await members.listRatingUpdates({ since, maxItems: 500 }).toArray();
    isTrue(
      updates.some(({ id, newRating }) => id === change?.id && newRating === change.newRating),
      'an update to the returned rating',
    );
  },

  'a repeated batch is a duplicate, and changes no rating': async (library, service) => {
    const { matches } = partnerOf(library, service);
    const batch = newBatch(service);
    await matches.submit(batch);
    const again = await matches.submit(batch, mocked('matches.submit-duplicate'));
    isTrue(again.duplicates > 0, 'a duplicate');
    equal(again.ratingChanges, []);
  },

  'an identifier that another match has is a ConflictError': async (library, service) => {
    const { matches } = partnerOf(library, service);
    const batch = newBatch(service);
    await matches.submit(batch);
    const other = { ...batch, matchDate: '2026-01-02T10:00:00Z' };
    await rejection(matches.submit(other, mocked('error-match_conflict')), {
      name: 'ConflictError',
      code: 'match_conflict',
      statusCode: 409,
    });
  },

  'an invalid batch is a ValidationError with a pointer': async (library, service) => {
    const batch = newBatch(service);
    const [match] = batch.matches;
    isTrue(match, 'a match');
    match.teams[0] = ['mem_00000000000000000000000000'];
    const call = partnerOf(library, service).matches.submit(
      batch,
      mocked('matches.submit-batch-rejected'),
    );
    const error = await rejection(call, {
      name: 'ValidationError',
      code: 'batch_rejected',
      statusCode: 422,
    });
    const [fault] = error.errors as { pointer: string }[];
    isTrue(fault?.pointer.startsWith('/matches/'), 'a pointer into the batch');
  },

  'a dry run returns projected ratings': async (library, service) => {
    const batch = { ...newBatch(service), dryRun: true };
    const result = await partnerOf(library, service).matches.submit(
      batch,
      mocked('matches.submit-dry-run'),
    );
    equal(result.dryRun, true);
    isTrue(result.ratingChanges.length > 0, 'projected ratings');
    isTrue(
      result.matches.every(({ status }) => status === 'projected'),
      'projected matches',
    );
  },

  'a match is predicted, and its probabilities sum to 1': async (library, service) => {
    const [one, two, three, four] = service.players;
    const teams = [
      [one, two],
      [three, four],
    ];
    const { predictions } = await partnerOf(library, service).matches.predict({
      sport: 'pickleball',
      bestOf: 3,
      matches: [{ teams }],
    });
    const [ours = 0, theirs = 0] = predictions[0]?.winProbability ?? [];
    isTrue(ours > 0 && theirs > 0, 'a chance for both teams');
    isTrue(Math.abs(ours + theirs - 1) < 1e-12, 'probabilities that sum to 1');
  },

  'four players are split into the fairest teams': async (library, service) => {
    const players = [...service.players];
    const { lineups } = await partnerOf(library, service).matches.balance({
      sport: 'pickleball',
      players,
      teamSize: 2,
    });
    equal(lineups[0]?.courts[0]?.teams.flat().length, players.length);
    isTrue(
      (lineups[0]?.unfairness ?? 1) <= (lineups[1]?.unfairness ?? 0),
      'the fairest lineup first',
    );
  },

  'a match is read, listed, and voided': async (library, service) => {
    const { matches } = partnerOf(library, service);
    const { matches: submitted } = await matches.submit(newBatch(service));
    const matchId = submitted[0]?.id ?? 'mat_';
    equal((await matches.get(matchId)).id, matchId);
    isTrue((await matches.list({ limit: 5 })).matches[0], 'a match in the list');
    const { ratingChanges } = await matches.void(matchId, {
      reason: 'The score was entered for the wrong court.',
    });
    isTrue(ratingChanges.length > 0, 'recomputed ratings');
  },

  'a match is replaced only once, even if the call is repeated': async (library, service) => {
    const { matches } = partnerOf(library, service);
    const { matches: wrong } = await matches.submit(newBatch(service));
    const [right] = newBatch(service).matches;
    if (right === undefined) throw new Error('The batch has a match.');
    const replacement = {
      ...right,
      sport: 'pickleball',
      winScore: 11,
      winBy: 2,
      reason: 'The score was entered for the wrong court.',
    };
    const matchId = wrong[0]?.id ?? 'mat_';
    const first = await matches.replace(matchId, replacement);
    equal(first.numMatches, 1);
    const second = await matches.replace(matchId, replacement);
    equal(second.matches[0]?.id, first.matches[0]?.id);
  },

  'a tournament is imported, and its players are found or created': async (library, service) => {
    const person = (firstName: string) => ({ firstName, lastName: anyId() });
    const result = await partnerOf(library, service).matches.importTournament({
      tournament: { name: 'Courtside Open' },
      sport: 'pickleball',
      winScore: 11,
      winBy: 2,
      matches: [
        {
          identifier: anyId(),
          teams: [[person('Nobody')], [person('Anybody')]],
          games: [{ scores: [11, 4] }],
        },
      ],
    });
    isTrue(result.success && result.matchesImported > 0, 'imported matches');
    isTrue(result.ghostPlayersCreated > 0, 'created players');
  },
};
