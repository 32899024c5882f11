export {
  type BalancedCourt,
  type BalancedLineup,
  type BalanceOptions,
  balanceInSteps,
  balancePlayers,
} from './balance/balance-players.ts';
export {
  type ExplainedMatch,
  type Explanation,
  explainMatch,
  type MatchToExplain,
  type Reason,
} from './explain-match.ts';
export {
  type AgeDivision,
  ageDivisions,
  ageOn,
  type BracketPlayer,
  bracketKeys,
  bracketsOf,
  type Category,
  categories,
  OPEN_DIVISION,
  PRIMARY_BRACKET,
} from './model/brackets.ts';
export {
  canContinueAt,
  countWins,
  endsAt,
  finalScores,
  formatsOf,
  type GameEnd,
  type GameFormat,
  type RatedGame,
  ratedGames,
  usualFormat,
} from './model/game-formats.ts';
export {
  enter as enterKernel,
  type Kernel,
  MAX_PLAYERS,
  MAX_TEAMS,
  newKernel,
} from './model/kernel.ts';
export {
  type Discipline,
  type ParameterRow,
  type ParametersOf,
  parameterRows,
  type SportRows,
  sportParameters,
} from './model/parameters.ts';
export {
  evidenceOfGames,
  type MatchRating,
  type MatchToWeigh,
  rateMatch,
  type Weigh,
} from './model/rate-match.ts';
export {
  currentModel,
  MODEL_REVISION,
  modelOf,
  type PlayedSkill,
  type RatingModel,
  type StandingSkills,
} from './model/rating-model.ts';
export {
  lossPerDay,
  PROVISIONAL_BELOW,
  playerId,
  ratingOf,
  reliabilityAfterAbsence,
  reliabilityOf,
  type Skill,
  STARTING_SKILL,
  skillOf,
  startingSkill,
  UNCONNECTED,
} from './model/scale.ts';
export {
  isSport,
  type Sport,
  type SportParameters,
  sports,
} from './model/sports.ts';
export {
  expectedPointShare,
  expectedShare,
  type KnownLead,
  knownLead,
  type MatchFormat,
  nextGameProbability,
  winProbability,
} from './model/win-probability.ts';
export { type MatchPrediction, predictMatch } from './predict-match.ts';
export { type Random, seededRandom } from './random.ts';
export {
  countGames,
  type KeyedState,
  type MatchRater,
  type MatchToRate,
  matchRater,
  newRatings,
  type RatingState,
  type RatingStep,
  type Ratings,
  rateMatches,
  raterOver,
  ratingKey,
} from './rate-matches.ts';
