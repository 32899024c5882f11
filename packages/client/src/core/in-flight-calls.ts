import { PartnerRatingError } from './errors/partner-rating-error.ts';
import type { EndWait, Timers } from './transport-settings.ts';

/** A waiting call, with its deadline by the monotonic clock. */
interface Wait {
  deadline: number;
  end: EndWait;
  limitMs: number | undefined;
}

/**
 * The calls of one client that are in flight. All calls share one timer, because one timer per call costs more
 * than the rest of a call. The timer ticks at the next deadline, and at least once per second.
 */
export class InFlightCalls extends Set<Wait> implements Timers<Wait> {
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ticksAt = 0;

  setTimeout(end: EndWait, ms: number, limitMs: number | undefined): Wait {
    if (this.#isClosed) throw closedError();
    const wait = { deadline: performance.now() + ms, end, limitMs };
    this.add(wait);
    // Also for a pause that ends after another wait, because a pause needs a timer that keeps the process alive.
    if (!this.#timer || !limitMs || wait.deadline < this.#ticksAt) this.#tick();
    return wait;
  }

  clearTimeout(wait: Wait): void {
    this.delete(wait);
  }

  /** Ends every current and every later call. */
  close(): void {
    this.#isClosed = true;
    for (const { end } of this) end(closedError);
  }

  #tick(): void {
    const now = performance.now();
    // Short, so that the timer ends soon after the last call.
    let tickMs = 1_000;
    let isPaused = false;
    for (const wait of this) {
      const ms = wait.deadline - now;
      if (ms <= 0) wait.end(wait.limitMs);
      else {
        tickMs = Math.min(tickMs, ms);
        isPaused ||= !wait.limitMs;
      }
    }
    this.#ticksAt = now + tickMs;
    clearTimeout(this.#timer);
    this.#timer = this.size ? setTimeout(() => this.#tick(), tickMs) : undefined;
    // During an attempt, the connection keeps the process alive; between two attempts, the timer does.
    if (!isPaused) (this.#timer as { unref?: () => void } | undefined)?.unref?.();
  }
}

function closedError(): PartnerRatingError {
  return new PartnerRatingError('The client is closed.', { code: 'client_closed' });
}
