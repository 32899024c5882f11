import { PartnerRatingError } from './errors/partner-rating-error.ts';
import type { CallTracker, InFlightCall } from './transport-settings.ts';

// Short, so that the timer ends soon after the last call.
const maxTickMs = 1_000;

/**
 * The calls of one client that are in flight. They share a timer, because a timer for each costs more
 * than the rest of a call. It ticks at the next deadline, and at least every second.
 */
export class InFlightCalls extends Set<InFlightCall> implements CallTracker {
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ticksAt = 0;

  override add(call: InFlightCall): this {
    if (this.#isClosed) throw closedError();
    super.add(call);
    if (!this.#timer || call.deadline < this.#ticksAt) this.#tick();
    return this;
  }

  /** Aborts every call, and every later one. */
  close(): void {
    this.#isClosed = true;
    for (const call of this) call.abort(closedError);
  }

  #tick(): void {
    const now = performance.now();
    this.#ticksAt = now + maxTickMs;
    for (const call of this) {
      if (call.deadline <= now) call.abort();
      else this.#ticksAt = Math.min(this.#ticksAt, call.deadline);
    }
    clearTimeout(this.#timer);
    this.#timer = this.size > 0 ? setTimeout(() => this.#tick(), this.#ticksAt - now) : undefined;
    // The connection of an open call keeps the process alive, not the timer.
    (this.#timer as { unref?: () => void } | undefined)?.unref?.();
  }
}

function closedError(): PartnerRatingError {
  return new PartnerRatingError('The client is closed.', { code: 'client_closed' });
}
