import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { logFailure } from '../../platform/database/unreachable.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { type AttemptEnd, type AttemptLog, type AttemptTools, attempt } from './attempt.ts';
import { type DeliveryQueue, openDeliveryQueue } from './delivery-queue.ts';
import {
  createAddressGuard,
  createReceiverPools,
  type ReceiverPools,
  type Resolve,
} from './receiver-pools.ts';
import { AttemptsUnderWay, createRecording } from './record-outcome.ts';
import { cacheOpenedSecrets } from './signing-secrets.ts';
import { type ClaimedDelivery, recordAttempts } from './store/attempts.ts';
import { MAX_PER_ENDPOINT } from './store/claim.ts';
import { releaseDeliveries } from './store/heads.ts';

export interface DispatcherOptions {
  log: AttemptLog;
  random?: () => number;
  resolvePublic?: Resolve;
  pools?: ReceiverPools;
  limits?: Partial<DispatcherLimits>;
}

type DispatcherDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

/** Delivers the events of the outbox. Any number of instances may share one database. */
export interface Dispatcher {
  /** From now on looks for work, regularly and whenever it is woken. */
  start: () => void;
  /** Call after the commit of a transaction that wrote events. Never throws, never waits. */
  wake: () => void;
  /** How many attempts have ended since the dispatcher was created, by their outcome, and how many are under way. */
  stats: () => { attempts: Readonly<Record<AttemptEnd, number>>; inFlight: number };
  /** Takes no more work and waits for the attempts under way. */
  stop: () => Promise<void>;
}

export function createDispatcher(
  dependencies: DispatcherDependencies,
  options: DispatcherOptions,
): Dispatcher {
  const { database, clock, configuration } = dependencies;
  const { log, random = Math.random, resolvePublic } = options;
  const limits = { ...LIMITS, ...options.limits };
  const { timeoutMilliseconds } = limits;
  const pools =
    options.pools ?? createReceiverPools({ connectTimeoutMilliseconds: timeoutMilliseconds });
  const tools: AttemptTools = {
    ...{ database, clock, log, random, pools, timeoutMilliseconds },
    retrySchedule: configuration.webhookRetrySchedule,
    sealing: cacheOpenedSecrets(createSecretSealing(configuration)),
    record: createRecording({
      recordAll: (attempts) => recordAttempts(database, attempts),
      clock,
      pauseMilliseconds: limits.pollMilliseconds,
      isStopping: () => !loop.isRunning,
    }),
    checkAddress: createAddressGuard({
      privateTargets: configuration.webhookPrivateTargets,
      ...(resolvePublic !== undefined && { resolvePublic }),
    }),
  };
  const loop = new DispatchLoop(tools, limits);
  return {
    start: () => loop.start(),
    wake: () => loop.wake(),
    stats: () => loop.stats(),
    stop: async () => {
      await loop.stop();
      await pools.close();
    },
  };
}

/** Claims deliveries in rounds, one round at a time, and starts an attempt at each. */
class DispatchLoop {
  readonly #tools: AttemptTools;
  readonly #limits: DispatcherLimits;
  readonly #underWay = new AttemptsUnderWay();
  readonly #ended: Record<AttemptEnd, number> = {
    success: 0,
    error_status: 0,
    no_answer: 0,
    refused: 0,
    fault: 0,
    lease_lost: 0,
    given_up: 0,
  };
  #queue: DeliveryQueue;
  #isRunning = false;
  #round: Promise<void> | null = null;
  /** Whether the next round looks for deliveries that were queued since the last look. */
  #mustLook = false;
  #mustRepeat = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(tools: AttemptTools, limits: DispatcherLimits) {
    this.#tools = tools;
    this.#limits = limits;
    this.#queue = openDeliveryQueue(tools.database);
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  stats(): ReturnType<Dispatcher['stats']> {
    return { attempts: { ...this.#ended }, inFlight: this.#underWay.count };
  }

  start(): void {
    this.#isRunning = true;
    this.#queue = openDeliveryQueue(this.#tools.database);
    this.wake();
  }

  wake(): void {
    this.#mustLook = true;
    this.#startRound();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    await this.#round;
    await this.#underWay.allEnded();
  }

  #startRound(): void {
    if (!this.#isRunning) return;
    this.#mustRepeat = this.#round !== null;
    if (this.#mustRepeat) return;
    clearTimeout(this.#timer);
    this.#round = this.#claimAndLaunch()
      .catch((error: unknown) => {
        this.#mustLook = true;
        logFailure(this.#tools.log, { err: error }, 'Due webhook deliveries could not be claimed.');
        return this.#limits.pollMilliseconds;
      })
      .then((milliseconds) => {
        this.#round = null;
        if (this.#mustRepeat) this.#startRound();
        else if (this.#isRunning) this.#wakeAfter(milliseconds);
      });
  }

  #wakeAfter(milliseconds: number): void {
    this.#timer = setTimeout(() => this.wake(), milliseconds).unref();
  }

  /** Starts the due deliveries that there is room for; returns the milliseconds until the next round. */
  async #claimAndLaunch(): Promise<number> {
    const { clock } = this.#tools;
    const { pollMilliseconds, claimMilliseconds } = this.#limits;
    if (this.#isFull) return pollMilliseconds;
    if (this.#mustLook) {
      this.#mustLook = false;
      await this.#queue.look(clock());
    }
    for (;;) {
      const now = clock();
      const leasedUntil = new Date(now.getTime() + this.#limits.leaseMilliseconds);
      const { deliveries, hasMore } = await this.#claim(now, leasedUntil);
      if (deliveries.length > 0 && clock().getTime() - now.getTime() > claimMilliseconds) {
        const ids = deliveries.map(({ id }) => id);
        await releaseDeliveries(this.#tools.database, ids, leasedUntil);
        return pollMilliseconds;
      }
      for (const delivery of deliveries) this.#launch(delivery);
      // If there is no room, the end of an attempt starts the next round.
      if (!hasMore || !this.#isRunning || this.#isFull) {
        return Math.min(this.#queue.millisecondsToNext(now), pollMilliseconds);
      }
    }
  }

  get #isFull(): boolean {
    return this.#underWay.count >= this.#limits.inFlight;
  }

  async #claim(now: Date, leasedUntil: Date): ReturnType<DeliveryQueue['claim']> {
    const { count, failing, byEndpoint } = this.#underWay;
    return await this.#queue.claim({
      now,
      leasedUntil,
      limit: this.#limits.inFlight - count,
      limitPerEndpoint: this.#limits.inFlightPerEndpoint,
      limitPerFailingEndpoint: this.#limits.inFlightPerFailingEndpoint,
      limitFailing: Math.max(0, this.#limits.inFlightFailing - failing),
      inFlight: byEndpoint,
    });
  }

  #launch(delivery: ClaimedDelivery): void {
    const { log, clock } = this.#tools;
    // If the outcome cannot be recorded, the lease expires, and another attempt follows.
    const ending = attempt(delivery, this.#tools)
      .then((end) => {
        this.#ended[end] += 1;
      })
      .catch((error: unknown) => {
        logFailure(
          log,
          { deliveryId: delivery.id, err: error },
          'A webhook attempt could not be recorded.',
        );
      });
    this.#underWay.add(delivery, ending).then(() => {
      this.#queue.makeRoom(delivery.endpointId, clock());
      this.#startRound();
    });
  }
}

/** How much one dispatcher does at the same time. Each instance has one. */
interface DispatcherLimits {
  inFlight: number;
  inFlightPerEndpoint: number;
  /** One is enough to notice that an endpoint works again, and its timeouts delay no other endpoint. */
  inFlightPerFailingEndpoint: number;
  /** Leaves most of the room to the endpoints that work, however many fail. */
  inFlightFailing: number;
  timeoutMilliseconds: number;
  /**
   * Longer than any attempt, or two instances would attempt one delivery at the same time. The clocks of two instances
   * may differ by the time that remains after the timeout and the claim.
   */
  leaseMilliseconds: number;
  /** A claim that took longer is released, because its leases might end before their attempts. */
  claimMilliseconds: number;
  /** How soon a dispatcher finds the work of another instance, or of one that crashed. */
  pollMilliseconds: number;
}

export const LIMITS: DispatcherLimits = {
  inFlight: 128,
  inFlightPerEndpoint: MAX_PER_ENDPOINT,
  inFlightPerFailingEndpoint: 1,
  inFlightFailing: 32,
  timeoutMilliseconds: 15_000,
  leaseMilliseconds: 30_000,
  claimMilliseconds: 5_000,
  pollMilliseconds: 1_000,
};
