import { countWins, type RatedGame } from './model/game-formats.ts';
import { type MatchRating, type MatchToWeigh, rateMatch } from './model/rate-match.ts';
import type { RatingModel } from './model/rating-model.ts';
import type { Skill } from './model/scale.ts';
import { enteringSkills, type MatchToRate, type Ratings } from './rate-matches.ts';

/** Why a match did or did not move a rating. */
export type Reason =
  | 'moved'
  | 'as_expected'
  | 'limited'
  | 'contradicted'
  | 'unconfirmed'
  | 'not_rated';

/** How a match moves a player's rating in a bracket, with the field names of the API. */
export interface Explanation extends TeamShares {
  /** Why the rating moved, or why it did not. */
  reason: Reason;
  /** `R` before the match, from 2.000 to 8.000; null without a rating. */
  ratingBefore: number | null;
  /** `R` after the match; null without a rating. */
  ratingAfter: number | null;
  /** The change of `R` by each game. Together with `withheld`, they add up to the whole change. */
  contributions: number[];
  /** What the limit added to the contributions, because a win never lowers a rating and a loss never raises it; usually 0. */
  withheld: number;
}

/** A match, and why it rates nobody if it does not count. */
export interface MatchToExplain extends MatchToRate {
  /** Why it rates nobody; null if it rates the players who agreed to it. */
  unratedReason: Extract<Reason, 'contradicted' | 'not_rated'> | null;
}

/** A match in one bracket, explained for all its players. */
export interface ExplainedMatch {
  /** The rating with which each player entered the match, team by team. */
  entered: { memberId: string; rating: number }[][];
  /** The explanation for each player. */
  parts: ReadonlyMap<string, Explanation>;
}

/**
 * Returns why a match moves the ratings of its players in a bracket, or why it does not.
 * @param bracket A key such as `doubles-open`.
 * @param states Every rating of its players just before the match.
 */
export function explainMatch(
  match: MatchToExplain,
  bracket: string,
  states: Pick<Ratings, 'get'>,
  model: RatingModel,
): ExplainedMatch {
  const { sport, teams, unrated, unratedReason } = match;
  const before = enteringSkills(match, bracket, { model, statesOf: () => states });
  const rated = unratedReason === null ? rateMatch(before, match, model.weigh) : null;
  const evidence = rated === null ? [] : model.evidenceOfGames(before, match, rated.moved);
  const shares = teamShares(before, match, model);
  const parts = teams.flatMap((team, teamIndex) =>
    team.map((memberId, position) => {
      const movement =
        rated === null || unrated.has(memberId)
          ? null
          : movementOf(rated, {
              ...{ teamIndex, position },
              skill: before[teamIndex]?.[position],
              evidence: evidence[teamIndex] ?? [],
            });
      const standing = states.get(memberId, sport, bracket)?.rating ?? null;
      const effect =
        movement === null
          ? unchangedEffect(standing, unratedReason ?? 'unconfirmed')
          : explainMovement(movement, model.ratingOf);
      const { contributions, withheld, ...result } = effect;
      const share = shares[teamIndex] ?? noShares;
      return [memberId, { ...result, ...share, contributions, withheld }] as const;
    }),
  );
  return {
    entered: teams.map((team, teamIndex) =>
      team.map((memberId, position) => {
        const { mu = 0 } = before[teamIndex]?.[position] ?? {};
        return { memberId, rating: model.ratingOf(mu) };
      }),
    ),
    parts: new Map(parts),
  };
}

/** How a match moved a player's mu. */
interface Movement {
  before: number;
  after: number;
  /** The mu that follows from the games without the limit. */
  unlimited: number;
  /** The change for one logit of evidence for the team. */
  pull: number;
  /** By game, in logits. */
  evidence: readonly number[];
}

type Effect = Pick<
  Explanation,
  'reason' | 'ratingBefore' | 'ratingAfter' | 'contributions' | 'withheld'
>;

/**
 * Divides a movement among the games, one after the other. The limit accounts for the rest. All parts are whole thousandths, so
 * their sum is exactly the change.
 */
export function explainMovement(
  { before, after, unlimited, pull, evidence }: Movement,
  ratingOf: RatingModel['ratingOf'],
): Effect {
  const [ratingBefore, ratingAfter] = [ratingOf(before), ratingOf(after)];
  let mu = before;
  let rating = ratingBefore;
  const contributions = evidence.map((own, index) => {
    mu = index === evidence.length - 1 ? unlimited : mu + pull * own;
    const reached = ratingOf(mu);
    const part = inThousandths(reached - rating);
    rating = reached;
    return part;
  });
  const withheld = inThousandths(ratingAfter - rating);
  return {
    reason: reasonOf(ratingAfter - ratingBefore, withheld),
    ratingBefore,
    ratingAfter,
    contributions,
    withheld,
  };
}

function reasonOf(change: number, withheld: number): Reason {
  if (change !== 0) return 'moved';
  return withheld === 0 ? 'as_expected' : 'limited';
}

function movementOf(
  { skills, moved }: MatchRating,
  {
    teamIndex,
    position,
    skill,
    evidence,
  }: { teamIndex: number; position: number; skill: Skill | undefined; evidence: readonly number[] },
): Movement | null {
  const after = skills[teamIndex]?.[position];
  if (after === undefined || skill === undefined) return null;
  const { mu, pull } = after;
  return {
    before: skill.mu,
    after: mu,
    unlimited: skill.mu + pull * (moved[teamIndex] ?? 0),
    pull,
    evidence,
  };
}

function unchangedEffect(standing: number | null, reason: Reason): Effect {
  return { reason, ratingBefore: standing, ratingAfter: standing, contributions: [], withheld: 0 };
}

/** The share of a match that a team won, and the expected share: from 0 to 1, null if no game counts. */
interface TeamShares {
  gamesWon: number;
  gamesPlayed: number;
  gameShare: number | null;
  expectedGameShare: number | null;
  pointShare: number | null;
  expectedPointShare: number | null;
}

const noShares: TeamShares = {
  gamesWon: 0,
  gamesPlayed: 0,
  gameShare: null,
  expectedGameShare: null,
  pointShare: null,
  expectedPointShare: null,
};

/** Returns the expected share of each team, from the skills with which its players enter the match. */
function teamShares(
  before: readonly (readonly Skill[])[],
  match: MatchToWeigh,
  model: RatingModel,
): TeamShares[] {
  const { games, sport } = match;
  if (games.length === 0) return before.map(() => noShares);
  const expectedGames = model.expectedShare(before, match);
  const expectedPoints = model.expectedPointShare(before, sport);
  const wins: number[] = [];
  countWins(games, wins, before.length);
  const allPoints = sumOf(games.map(({ scores }) => sumOf(scores)));
  return before.map((_, team) => ({
    gamesWon: wins[team] ?? 0,
    gamesPlayed: games.length,
    gameShare: inThousandths(sumOf(games.map((game) => partOf(game, team))) / games.length),
    expectedGameShare: inThousandths(expectedGames[team] ?? 0),
    pointShare: inThousandths(sumOf(games.map(({ scores }) => scores[team] ?? 0)) / allPoints),
    expectedPointShare: inThousandths(expectedPoints[team] ?? 0),
  }));
}

/** Returns the share of a game that a team won. The teams that lead a level game share it equally. */
function partOf({ scores }: RatedGame, team: number): number {
  const best = Math.max(...scores);
  return scores[team] === best ? 1 / scores.filter((score) => score === best).length : 0;
}

/** Rounds to thousandths, as ratings are rounded. */
function inThousandths(value: number): number {
  // JSON writes -0 as 0, so the function should not return -0.
  return (Math.round(value * 1_000) + 0) / 1_000;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
