import type { PagePromise } from '../core/paging/page-promise.ts';
import { type ListQuery, paged } from '../core/paging/paged.ts';
import type { IdempotentRequestOptions, RequestOptions } from '../core/request-options.ts';
import type { PendingAnswer } from '../core/response-promise.ts';
import type { Send } from '../core/send.ts';
import type {
  DeliveryId,
  WebhookDeliveriesResult,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointInput,
  WebhookSecret,
  WebhooksListDeliveriesData,
} from '../generated/types.gen.ts';
import {
  webhooksDeleteEndpoint,
  webhooksGetEndpoint,
  webhooksListDeliveries,
  webhooksRedeliver,
  webhooksRotateSecret,
  webhooksSetEndpoint,
} from '../operations/operations.gen.ts';

/** What `webhooks.listDeliveries` is asked. */
export type WebhooksListDeliveriesQuery = ListQuery<
  NonNullable<WebhooksListDeliveriesData['query']>
>;

/**
 * The operations `webhooks.*`: set where events are sent, and look into their deliveries. They need
 * an API key with `key:webhook:manage`.
 *
 * @example
 * const { secret } = await client.webhooks.setEndpoint({ url: 'https://courtside.example/hooks' });
 */
export class Webhooks {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
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
   * Queues a delivery once more that succeeded or was given up, or makes the next attempt of one that
   * is pending at once, to the endpoint as it is set now. The event keeps its `webhook-id`, so that a
   * receiver can tell that it has handled it.
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
  ): PendingAnswer<WebhookDelivery> {
    return this.#send(webhooksRedeliver, { path: { deliveryId } }, options);
  }

  /**
   * Where your application receives events; without the secret.
   *
   * @throws NotFoundError where no endpoint is set.
   *
   * @example
   * const { url, status } = await client.webhooks.getEndpoint();
   */
  getEndpoint(options?: RequestOptions): PendingAnswer<WebhookEndpoint> {
    return this.#send(webhooksGetEndpoint, {}, options);
  }

  /**
   * Sets where your application receives events, and which. The first time the answer has `secret`,
   * which is shown this once: store it before anything else.
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
  ): PendingAnswer<WebhookEndpoint> {
    return this.#send(webhooksSetEndpoint, { body: endpoint }, options);
  }

  /**
   * Ends your application's subscription to events: the endpoint and its secret are forgotten, and
   * pending deliveries are given up. The log of deliveries stays.
   *
   * @throws NotFoundError where no endpoint is set.
   *
   * @example
   * await client.webhooks.deleteEndpoint();
   */
  deleteEndpoint(options?: RequestOptions): PendingAnswer<void> {
    return this.#send(webhooksDeleteEndpoint, {}, options);
  }

  /**
   * Makes a new secret, shown this once. For 24 hours, until `previousSecretExpiresAt`, events are
   * signed with the one before as well, also where you rotate again meanwhile. With an
   * `idempotencyKey` a lost answer can be had again, secret included.
   *
   * @throws NotFoundError where no endpoint is set.
   *
   * @example
   * const { secret } = await client.webhooks.rotateSecret({ idempotencyKey: 'rotate-2026-09' });
   */
  rotateSecret(options?: IdempotentRequestOptions): PendingAnswer<WebhookSecret> {
    return this.#send(webhooksRotateSecret, {}, options);
  }
}
