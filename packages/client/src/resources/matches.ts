import type { ClientSend } from '../core/client-send.ts';
import type { PagePromise } from '../core/paging/page-promise.ts';
import { type ListQuery, paged } from '../core/paging/paged.ts';
import type { IdempotentRequestOptions, RequestOptions } from '../core/request-options.ts';
import type { ResponsePromise } from '../core/response-promise.ts';
import type {
  BalanceRequest,
  BalanceResult,
  Match,
  MatchBatch,
  MatchBatchResult,
  MatchesListData,
  MatchesPage,
  MatchId,
  MatchReplacementInput,
  MatchVoid,
  MatchVoidInput,
  PredictionRequest,
  PredictionResult,
  TournamentImport,
  TournamentImportResult,
  WebhookTestInput,
  WebhookTestResult,
} from '../generated/types.gen.ts';
import {
  matchesBalance,
  matchesGet,
  matchesImportTournament,
  matchesList,
  matchesPredict,
  matchesReplace,
  matchesSubmit,
  matchesTestWebhook,
  matchesVoid,
} from '../operations/operations.gen.ts';

/** The query of `matches.list`. */
export type MatchesListQuery = ListQuery<NonNullable<MatchesListData['query']>>;

/**
 * The operations `matches.*`: submit match results and tournaments, which changes the ratings of the
 * players, see how they stand, replace or void wrong ones, predict those that are planned, and balance the
 * teams of the next.
 *
 * @example
 * const result = await client.matches.submit(batch, { idempotencyKey: crypto.randomUUID() });
 */
export class Matches {
  readonly #send: ClientSend;

  /** @internal */
  constructor(send: ClientSend) {
    this.#send = send;
  }

  /**
   * Stores up to 1,000 finished matches and rates their players, all or nothing unless `partial` is
   * set. With `dryRun` nothing is stored. Results count in the order they were played: `settled` of a
   * match is false where one of its players has a later match that is rated already, and what follows
   * from it is worked out after the answer. Needs an API key with `key:match:submit`.
   *
   * @throws ValidationError `batch_rejected` where a match is at fault; `errors` points at each.
   * @throws ValidationError `validation_failed` where the matches have more than 10,000 players
   *   together, each counted in every match; `errors` says where to split them.
   * @throws ConflictError `match_conflict` where an identifier was used for another match.
   *
   * @example
   * const { ratingChanges } = await client.matches.submit(
   *   {
   *     sport: 'pickleball',
   *     winScore: 11,
   *     winBy: 2,
   *     matches: [
   *       {
   *         identifier: 'court-3-final',
   *         teams: [['10482', '10517'], ['10533', '10591']],
   *         games: [{ scores: [11, 8] }, { scores: [11, 6] }],
   *       },
   *     ],
   *   },
   *   { idempotencyKey: crypto.randomUUID() },
   * );
   */
  submit(batch: MatchBatch, options?: IdempotentRequestOptions): ResponsePromise<MatchBatchResult> {
    return this.#send(matchesSubmit, { body: batch }, options);
  }

  /**
   * Gets a match that your application submitted or imported, and how it stands: whether it moves
   * each of its players (`confirmation`), what they answered to it, and whether the ratings follow
   * already (`settled`). Needs an API key with `key:match:submit`.
   *
   * @throws NotFoundError where your application submitted no such match.
   *
   * @example
   * const { status, teams } = await client.matches.get('mat_01k4yh2c9f3v7b1r5x8z6k2a0d');
   * const objections = teams.flat().filter(({ answer }) => answer === 'disputed');
   */
  get(matchId: MatchId, options?: RequestOptions): ResponsePromise<Match> {
    return this.#send(matchesGet, { path: { matchId } }, options);
  }

  /**
   * Lists the matches that your application submitted or imported, those played last first; `status:
   * 'disputed'` those that a player objects to. Needs an API key with `key:match:submit`.
   *
   * @throws ValidationError where `to` is before `from`.
   *
   * @example
   * for await (const match of client.matches.list({ status: 'disputed', from: '2026-09-01' })) {
   *   process.stdout.write(`${match.identifier} ${match.id}\n`);
   * }
   */
  list(query?: MatchesListQuery, options?: RequestOptions): PagePromise<MatchesPage, Match> {
    return paged(this.#send, matchesList, 'matches', query, options);
  }

  /**
   * Takes a match back and stores the right one in its place, in one transaction: no rating is ever seen without
   * the one or with both. The right match is sent whole, under an identifier of its own. Where very many later
   * matches depend on the two, `settled` of it is false, and the ratings follow after the answer. The same
   * request again changes nothing. Needs an API key with `key:match:submit`.
   *
   * @throws NotFoundError where your application submitted no such match.
   * @throws ValidationError `batch_rejected` where the right match is at fault; `errors` points at each.
   * @throws ConflictError `match_conflict` where the identifier is taken, `match_voided` where the match was
   *   taken back before, `confirmed_elsewhere` where another application's report confirmed it for a player, who
   *   has not disputed it.
   *
   * @example
   * const { matches } = await client.matches.replace('mat_01k51kf8d2a5c7e9g1j3m5p7r9', {
   *   reason: 'The score of the second set was entered the wrong way round.',
   *   identifier: 'court-2-1000-corrected',
   *   sport: 'tennis',
   *   format: 'tennis-set',
   *   matchDate: '2026-09-13T15:00:00Z',
   *   teams: [['10482'], ['10533']],
   *   games: [{ scores: [6, 4] }, { scores: [7, 5] }],
   * });
   * const rightMatchId = matches[0]?.id;
   */
  replace(
    matchId: MatchId,
    input: MatchReplacementInput,
    options?: RequestOptions,
  ): ResponsePromise<MatchBatchResult> {
    return this.#send(matchesReplace, { path: { matchId }, body: input }, options);
  }

  /**
   * Voids a match that your application submitted or imported, and recalculates the ratings without
   * it. A rating without any other match is removed: its `newRating` is null. Where very many later
   * matches depend on it `settled` is false, and the ratings follow after the answer. Voiding a match
   * again changes nothing and returns how it stands by then. Needs an API key with `key:match:submit`.
   *
   * @throws NotFoundError where your application submitted no such match.
   * @throws ConflictError `confirmed_elsewhere` where another application's report confirmed the match
   *   for a player, who has not disputed it.
   *
   * @example
   * const { settled, ratingChanges } = await client.matches.void('mat_01k4yh2ca6m8d2s4h0y9w7c5tq', {
   *   reason: 'The score was entered for the wrong court.',
   * });
   * // Otherwise `rating.updated` says what moved.
   * if (settled) process.stdout.write(`${ratingChanges.length} ratings moved.\n`);
   */
  void(
    matchId: MatchId,
    input: MatchVoidInput,
    options?: IdempotentRequestOptions,
  ): ResponsePromise<MatchVoid> {
    return this.#send(matchesVoid, { path: { matchId }, body: input }, options);
  }

  /**
   * Returns how likely each team is to win, for up to 100 matches that are planned: probabilities
   * from 0 to 1, which sum to 1 for a match. Needs an API key with `key:member:read`.
   *
   * @throws ValidationError `prediction_rejected` where a match or a player is at fault; `errors`
   *   points at each.
   *
   * @example
   * const { predictions } = await client.matches.predict({
   *   sport: 'pickleball',
   *   bestOf: 3,
   *   matches: [{ teams: [['10482', '10517'], ['10533', '10591']] }],
   * });
   * const [ours, theirs] = predictions[0]?.winProbability ?? [];
   */
  predict(
    request: PredictionRequest,
    options?: IdempotentRequestOptions,
  ): ResponsePromise<PredictionResult> {
    return this.#send(matchesPredict, { body: request }, options);
  }

  /**
   * Splits 4 to 16 players into the fairest teams, two teams to a court: the fairest lineup first,
   * and up to two alternatives. Needs an API key with `key:member:read`.
   *
   * @throws ValidationError `prediction_rejected` where a player is at fault, or their number is no
   *   multiple of twice `teamSize`; `errors` points at each.
   *
   * @example
   * const { lineups } = await client.matches.balance({
   *   sport: 'pickleball',
   *   players: ['10482', '10517', '10533', '10591'],
   *   teamSize: 2,
   * });
   * const courts = lineups[0]?.courts ?? [];
   */
  balance(
    request: BalanceRequest,
    options?: IdempotentRequestOptions,
  ): ResponsePromise<BalanceResult> {
    return this.#send(matchesBalance, { body: request }, options);
  }

  /**
   * Stores the matches of a tournament between its participants: each is matched with a member or
   * given a ghost. Needs an API key with `key:tournament:import`.
   *
   * @throws ValidationError `batch_rejected` where a match is at fault; `errors` points at each.
   * @throws ValidationError `validation_failed` where the matches have more than 10,000 participants
   *   together, each counted in every match; `errors` says where to split them.
   *
   * @example
   * const { participants } = await client.matches.importTournament(tournament, {
   *   idempotencyKey: 'austin-open-2026',
   * });
   */
  importTournament(
    tournament: TournamentImport,
    options?: IdempotentRequestOptions,
  ): ResponsePromise<TournamentImportResult> {
    return this.#send(matchesImportTournament, { body: tournament }, options);
  }

  /**
   * Sends one signed `webhook.test` event to `webhookUrl`, or to the endpoint that is set, and returns
   * the receiver's answer and how long it took (`durationMs`, milliseconds). A refusal by the receiver
   * is a result, not an error, and so is a timeout, after 15 seconds. Needs an API key with
   * `key:webhook:manage`.
   *
   * @throws NotFoundError where no endpoint is set, since its secret signs the test.
   * @throws ValidationError where events may not be sent to `webhookUrl`.
   * @throws RateLimitError after too many tests; they have a limit of their own.
   *
   * @example
   * const { delivered } = await client.matches.testWebhook();
   */
  testWebhook(
    test?: WebhookTestInput,
    options?: IdempotentRequestOptions,
  ): ResponsePromise<WebhookTestResult> {
    return this.#send(matchesTestWebhook, { body: test }, options);
  }
}
