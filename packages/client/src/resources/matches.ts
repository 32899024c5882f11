import {
  matchesImportTournament,
  matchesSubmit,
  matchesTestWebhook,
} from '../generated/operations.gen.ts';
import type {
  MatchBatch,
  MatchBatchResult,
  TournamentImport,
  TournamentImportResult,
  WebhookTestInput,
  WebhookTestResult,
} from '../generated/types.gen.ts';
import type { IdempotentRequestOptions } from '../request-options.ts';
import type { Send } from '../send.ts';

/**
 * The operations `matches.*`: submit match results and tournaments, which moves the ratings of those
 * who played.
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
  submit(batch: MatchBatch, options?: IdempotentRequestOptions): Promise<MatchBatchResult> {
    return this.#send(matchesSubmit, { body: batch }, options);
  }

  /**
   * Stores the matches of a tournament, whose players are known as participants: each is matched
   * with a member or given a ghost. Needs an API key with `key:tournament:import`.
   *
   * @throws ValidationError `batch_rejected` where a match is at fault; `errors` points at each.
   *
   * @example
   * const { participants } = await client.matches.importTournament(tournament, {
   *   idempotencyKey: 'austin-open-2026',
   * });
   */
  importTournament(
    tournament: TournamentImport,
    options?: IdempotentRequestOptions,
  ): Promise<TournamentImportResult> {
    return this.#send(matchesImportTournament, { body: tournament }, options);
  }

  /**
   * Sends one signed `webhook.test` event and tells what the receiver answered, within 15 seconds.
   * Needs an API key with `key:webhook:manage`.
   *
   * @throws NotFoundError where no endpoint is set.
   *
   * @example
   * const { delivered } = await client.matches.testWebhook();
   */
  testWebhook(
    test?: WebhookTestInput,
    options?: IdempotentRequestOptions,
  ): Promise<WebhookTestResult> {
    return this.#send(matchesTestWebhook, { body: test }, options);
  }
}
