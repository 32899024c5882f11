import {
  type ExplainedMatch,
  explainMatch,
  PRIMARY_BRACKET,
  type Ratings,
} from '@partner-rating/ratings';
import { runYielding } from '../platform/concurrency/batch-loader.ts';
import type { Database } from '../platform/database/schema.ts';
import { ratingIn } from './domain/state-columns.ts';
import { costOf, MAX_COST } from './fold-ledger.ts';
import { findModel } from './model-in-use.ts';
import { memberNumbersIn, type StoredMatch } from './store/ledger.ts';
import { findStatesBefore, type StoredState } from './store/player-states.ts';

/** A match in a bracket that it counts in. Every match can be explained in the primary bracket. */
export interface MatchInBracket {
  matchId: string;
  bracket: string;
}

/** A match of the ledger, with all that its explanation needs. */
export type ExplainableMatch = Omit<StoredMatch, 'batchId'>;

/** Returns the explanation of a match in a bracket; undefined if the match does not count in it. */
export type ExplainedMatches = (asked: MatchInBracket) => ExplainedMatch | undefined;

/**
 * Explains matches from the ratings that their players had before them, in the order of play. A late match, or one that was
 * rated again, is therefore explained like any other.
 */
export async function explainMatches(
  database: Database,
  matches: readonly ExplainableMatch[],
  asked: readonly MatchInBracket[],
): Promise<ExplainedMatches> {
  const bracketsOf = Map.groupBy(asked, ({ matchId }) => matchId);
  const states = await findRatingsBefore(database, matches);
  const model = await findModel(database);
  const explained = new Map<string, ExplainedMatch>();

  function* explainAll(): Generator<number, void> {
    for (const match of matches) {
      const before = states(match);
      const wanted = new Set(bracketsOf.get(match.id)?.map(({ bracket }) => bracket));
      const brackets = [...wanted].filter(
        (bracket) => bracket === PRIMARY_BRACKET || match.brackets.includes(bracket),
      );
      const unratedReason = unratedReasonOf(match);
      for (const bracket of brackets) {
        const explanation = explainMatch({ ...match, unratedReason }, bracket, before, model);
        explained.set(keyOf({ matchId: match.id, bracket }), explanation);
      }
      yield costOf({ ...match, brackets });
    }
  }

  await runYielding(explainAll(), MAX_COST);
  return (wanted) => explained.get(keyOf(wanted));
}

function unratedReasonOf({ isCounted, isContradicted, games }: ExplainableMatch) {
  if (!isCounted) return 'not_rated';
  if (isContradicted) return 'contradicted';
  return games.length === 0 ? 'not_rated' : null;
}

function keyOf({ matchId, bracket }: MatchInBracket): string {
  return `${matchId} ${bracket}`;
}

/** The ratings of the players of each match just before it. */
async function findRatingsBefore(
  database: Database,
  matches: readonly ExplainableMatch[],
): Promise<(match: ExplainableMatch) => Pick<Ratings, 'get'>> {
  const before = new Map(matches.map(({ id }) => [id, new Map<string, StoredState>()]));
  const memberNumbers = memberNumbersIn(matches);
  for (const [sport, ofSport] of Map.groupBy(matches, (match) => match.sport)) {
    const positions = ofSport.flatMap(({ id, teams, matchDate, arrival }) =>
      teams.flat().map((memberId) => ({ id, memberId, matchDate, arrival })),
    );
    const which = { sport, version: 'published', memberNumbers } as const;
    const found = await findStatesBefore(database, which, positions);
    for (const [index, { id, memberId }] of positions.entries()) {
      const state = found[index];
      if (state) before.get(id)?.set(memberId, state);
    }
  }
  return ({ id }) => ({
    get: (memberId, _sport, bracket) => {
      const state = before.get(id)?.get(memberId);
      return state && ratingIn(state, bracket);
    },
  });
}
