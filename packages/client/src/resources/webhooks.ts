import type { ClientSend } from '../core/client-send.ts';
import type { PagePromise } from '../core/paging/page-promise.ts';
import { type ListQuery, paged } from '../core/paging/paged.ts';
import type { IdempotentRequestOptions, RequestOptions } from '../core/request-options.ts';
import type { ResponsePromise } from '../core/response-promise.ts';
import type {
  DeliveryId,
  WebhookDeliveriesResult,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointInput,
  WebhookReplay,
  WebhookReplayInput,
  WebhookSecret,
  WebhooksListDeliveriesData,
} from '../generated/types.gen.ts';
import {
  webhooksDeleteEndpoint,
  webhooksGetEndpoint,
  webhooksListDeliveries,
  webhooksRedeliver,
  webhooksReplay,
  webhooksRotateSecret,
  webhooksSetEndpoint,
} from '../operations/operations.gen.ts';

/** The query of `webhooks.listDeliveries`. */
export type WebhooksListDeliveriesQuery = ListQuery<
  NonNullable<WebhooksListDeliveriesData['query']>
>;

/**
 * The operations `webhooks.*`: set the endpoint for events, and inspect their deliveries. They need an
 * API key with `key:webhook:manage`.
 *
 * @example
 * const { secret } = await client.webhooks.setEndpoint({ url: 'https://courtside.example/hooks' });
 */
export class Webhooks {
  readonly #send: ClientSend;

  /** @internal */
  constructor(send: ClientSend) {
    this.#send = send;
  }

  /**
   * Lists the deliveries of the last 30 days, newest first.
   *
   * @example
   * for await (const { id, errorMessage } of client.webhooks.listDeliveries({ status: 'failed' })) {
   *   process.stdout.write(`${id}: ${errorMessage}\n`);
   * }
   */
  listDeliveries(
    query?: WebhooksListDeliveriesQuery,
    options?: RequestOptions,
  ): PagePromise<WebhookDeliveriesResult, WebhookDelivery> {
    return paged(this.#send, webhooksListDeliveries, 'deliveries', query, options);
  }

  /**
   * Requeues a delivery that succeeded or was abandoned, or expedites the next attempt of a pending
   * one, to the current endpoint. The event has the same `webhook-id`, so that a receiver can detect
   * duplicates.
   *
   * @throws NotFoundError where your application has no such delivery, or no endpoint.
   * @throws ConflictError `endpoint_disabled` until the endpoint is set again.
   * @throws PermissionError `consent_withdrawn` where the player no longer lets you receive it.
   *
   * @example
   * await client.webhooks.redeliver('whd_01k4yh2ce1k9g5t7p3m0s8d6ya');
   */
  redeliver(
    deliveryId: DeliveryId,
    options?: IdempotentRequestOptions,
  ): ResponsePromise<WebhookDelivery> {
    return this.#send(webhooksRedeliver, { path: { deliveryId } }, options);
  }

  /**
   * Requeues what ended since a time, each delivery once: what was abandoned, or with `status: 'all'` everything.
   * Each event has the same `webhook-id` as before. Returns how many were queued. Needs an API key with
   * `key:webhook:manage`.
   *
   * @throws ValidationError `validation_failed` where these are more than 10,000 (`too_many_deliveries`): ask for
   *   a shorter time, with `until`.
   * @throws NotFoundError where no endpoint is set.
   * @throws ConflictError `endpoint_disabled` until the endpoint is set again.
   *
   * @example
   * const { queued } = await client.webhooks.replay({ since: '2026-09-14T09:00:00Z' });
   */
  replay(
    input: WebhookReplayInput,
    options?: IdempotentRequestOptions,
  ): ResponsePromise<WebhookReplay> {
    return this.#send(webhooksReplay, { body: input }, options);
  }

  /**
   * Returns your application's endpoint, without the secret.
   *
   * @throws NotFoundError where no endpoint is set.
   *
   * @example
   * const { url, status } = await client.webhooks.getEndpoint();
   */
  getEndpoint(options?: RequestOptions): ResponsePromise<WebhookEndpoint> {
    return this.#send(webhooksGetEndpoint, {}, options);
  }

  /**
   * Sets the endpoint of your application, and which events it receives. The first answer has
   * `secret`, which is shown only once: store it before anything else.
   *
   * @example
   * const { secret } = await client.webhooks.setEndpoint({
   *   url: 'https://courtside.example/hooks',
   *   events: ['rating.updated'],
   * });
   */
  setEndpoint(
    endpoint: WebhookEndpointInput,
    options?: RequestOptions,
  ): ResponsePromise<WebhookEndpoint> {
    return this.#send(webhooksSetEndpoint, { body: endpoint }, options);
  }

  /**
   * Deletes your application's endpoint and its secret, and abandons pending deliveries. The delivery
   * log stays.
   *
   * @throws NotFoundError where no endpoint is set.
   *
   * @example
   * await client.webhooks.deleteEndpoint();
   */
  deleteEndpoint(options?: RequestOptions): ResponsePromise<void> {
    return this.#send(webhooksDeleteEndpoint, {}, options);
  }

  /**
   * Issues a new secret, shown only once. For 24 hours, until `previousSecretExpiresAt`, events are
   * signed with the previous one as well, even if you rotate again meanwhile. With an
   * `idempotencyKey` a retry returns a lost answer, secret included.
   *
   * @throws NotFoundError where no endpoint is set.
   *
   * @example
   * const { secret } = await client.webhooks.rotateSecret({ idempotencyKey: 'rotate-2026-09' });
   */
  rotateSecret(options?: IdempotentRequestOptions): ResponsePromise<WebhookSecret> {
    return this.#send(webhooksRotateSecret, {}, options);
  }
}
