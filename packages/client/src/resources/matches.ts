import type { IdempotentRequestOptions } from '../core/request-options.ts';
import type { PendingAnswer } from '../core/response-promise.ts';
import type { Send } from '../core/send.ts';
import type {
  MatchBatch,
  MatchBatchResult,
  MatchId,
  MatchVoid,
  MatchVoidInput,
  TournamentImport,
  TournamentImportResult,
  WebhookTestInput,
  WebhookTestResult,
} from '../generated/types.gen.ts';
import {
  matchesImportTournament,
  matchesSubmit,
  matchesTestWebhook,
  matchesVoid,
} from '../operations/operations.gen.ts';

/**
 * The operations `matches.*`: submit match results and tournaments, which moves the ratings of those
 * who played, and take wrong ones back.
 *
 * @example
 * const result = await client.matches.submit(batch, { idempotencyKey: crypto.randomUUID() });
 */
export class Matches {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Stores up to 1,000 finished matches and rates their players, all or nothing unless `partial` is
   * set. With `dryRun` nothing is stored. Needs an API key with `key:match:submit`.
   *
   * @throws ValidationError `batch_rejected` where a match is at fault; `errors` points at each.
   * @throws ValidationError `validation_failed` where the matches have more than 10,000 players
   *   together, each counted in every match; `errors` tells where to split them.
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
  submit(batch: MatchBatch, options?: IdempotentRequestOptions): PendingAnswer<MatchBatchResult> {
    return this.#send(matchesSubmit, { body: batch }, options);
  }

  /**
   * Takes a match back that your application submitted or imported, and works the ratings out anew
   * without it. A rating that rests on no other match is removed: its `newRating` is null. Voiding a
   * match again answers as the first time. Needs an API key with `key:match:submit`.
   *
   * @throws NotFoundError where your application submitted no such match.
   * @throws RateLimitError also while another void of your application still runs, which one of a
   *   match long ago may do for minutes: send it again after `retryAfter`.
   *
   * @example
   * const { ratingChanges } = await client.matches.void('mat_01k4yh2ca6m8d2s4h0y9w7c5tq', {
   *   reason: 'The score was entered for the wrong court.',
   * });
   */
  void(
    matchId: MatchId,
    input: MatchVoidInput,
    options?: IdempotentRequestOptions,
  ): PendingAnswer<MatchVoid> {
    return this.#send(matchesVoid, { path: { matchId }, body: input }, options);
  }

  /**
   * Stores the matches of a tournament, whose players are known as participants: each is matched
   * with a member or given a ghost. Needs an API key with `key:tournament:import`.
   *
   * @throws ValidationError `batch_rejected` where a match is at fault; `errors` points at each.
   * @throws ValidationError `validation_failed` where the matches have more than 10,000 participants
   *   together, each counted in every match; `errors` tells where to split them.
   *
   * @example
   * const { participants } = await client.matches.importTournament(tournament, {
   *   idempotencyKey: 'austin-open-2026',
   * });
   */
  importTournament(
    tournament: TournamentImport,
    options?: IdempotentRequestOptions,
  ): PendingAnswer<TournamentImportResult> {
    return this.#send(matchesImportTournament, { body: tournament }, options);
  }

  /**
   * Sends one signed `webhook.test` event to `webhookUrl`, or to the endpoint as it is set, and tells
   * what the receiver answered and how long it took (`durationMs`, milliseconds). A receiver that
   * refuses is a result, not an error; one that does not answer is told of after 15 seconds. Needs an
   * API key with `key:webhook:manage`.
   *
   * @throws NotFoundError where no endpoint is set, whose secret signs the test.
   * @throws ValidationError where events may not be sent to `webhookUrl`.
   * @throws RateLimitError after more tests than the limit of their own allows.
   *
   * @example
   * const { delivered } = await client.matches.testWebhook();
   */
  testWebhook(
    test?: WebhookTestInput,
    options?: IdempotentRequestOptions,
  ): PendingAnswer<WebhookTestResult> {
    return this.#send(matchesTestWebhook, { body: test }, options);
  }
}
