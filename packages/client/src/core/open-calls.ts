import { PartnerRatingError } from './errors/partner-rating-error.ts';
import type { CallKeeper, OpenCall } from './transport.ts';

// Soon enough that no timer is left over for long once the last call is answered.
const longestTickMs = 1_000;

/**
 * The calls of one client that have no answer yet. One timer is for all of them, because one for each
 * costs more than the rest of a call: it ticks when the time of a call is up, and every second.
 */
export class OpenCalls extends Set<OpenCall> implements CallKeeper {
  #closed: PartnerRatingError | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ticksAt = 0;

  override add(call: OpenCall): this {
    if (this.#closed) throw this.#closed;
    super.add(call);
    if (!this.#timer || call.endsAt < this.#ticksAt) this.#tick();
    return this;
  }

  /** Gives up every call, and every one to come. */
  close(): void {
    this.#closed ??= new PartnerRatingError('The client is closed.', {
      code: 'client_closed',
    });
    for (const call of this) call.giveUp(this.#closed);
  }

  #tick(): void {
    const now = performance.now();
    this.#ticksAt = now + longestTickMs;
    for (const call of this) {
      if (call.endsAt <= now) call.giveUp();
      else this.#ticksAt = Math.min(this.#ticksAt, call.endsAt);
    }
    clearTimeout(this.#timer);
    this.#timer = this.size > 0 ? setTimeout(() => this.#tick(), this.#ticksAt - now) : undefined;
    // It is its connection that keeps a program running while a call is open.
    (this.#timer as { unref?: () => void } | undefined)?.unref?.();
  }
}
