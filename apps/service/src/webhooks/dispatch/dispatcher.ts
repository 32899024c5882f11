import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { logFailure } from '../../platform/database/unreachable.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { type AttemptEnd, type AttemptLog, attempt } from './attempt.ts';
import { openDeliveryQueue } from './delivery-queue.ts';
import {
  createAddressGuard,
  createReceiverPools,
  type ReceiverPools,
  type Resolve,
} from './receiver-pools.ts';
import { AttemptsUnderWay, createRecording } from './record-outcome.ts';
import { cacheOpenedSecrets } from './signing-secrets.ts';
import { type ClaimedDelivery, recordAttempts } from './store/attempts.ts';
import { releaseDeliveries } from './store/heads.ts';

export interface DispatcherOptions {
  log: AttemptLog;
  random?: () => number;
  resolvePublic?: Resolve;
  pools?: ReceiverPools;
  limits?: Partial<DispatcherLimits>;
}

/** Delivers the events of the outbox. Any number of instances may share one database. */
export interface Dispatcher {
  /** Looks for work from now on, by itself and whenever it is woken. */
  start: () => void;
  /** Call after the commit of a transaction that wrote events. Never throws, never waits. */
  wake: () => void;
  /** What it has done since it was made, by what attempts came to, and what it is at. */
  stats: () => { attempts: Readonly<Record<AttemptEnd, number>>; inFlight: number };
  /** Takes no more work and waits for the attempts under way. */
  stop: () => Promise<void>;
}

export function createDispatcher(
  { database, clock, configuration }: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  options: DispatcherOptions,
): Dispatcher {
  const { log } = options;
  const limits = { ...LIMITS, ...options.limits };
  const { timeoutMilliseconds } = limits;
  let running = false;
  const tools = {
    database,
    clock,
    log,
    timeoutMilliseconds,
    sealing: cacheOpenedSecrets(createSecretSealing(configuration)),
    record: createRecording({
      recordAll: (attempts) => recordAttempts(database, attempts),
      clock,
      pauseMilliseconds: limits.pollMilliseconds,
      isStopping: () => !running,
    }),
    random: options.random ?? Math.random,
    retrySchedule: configuration.webhookRetrySchedule,
    pools:
      options.pools ?? createReceiverPools({ connectTimeoutMilliseconds: timeoutMilliseconds }),
    checkAddress: createAddressGuard({
      privateTargets: configuration.webhookPrivateTargets,
      ...(options.resolvePublic !== undefined && { resolvePublic: options.resolvePublic }),
    }),
  };

  const underWay = new AttemptsUnderWay();
  const ended = {
    success: 0,
    error_status: 0,
    no_answer: 0,
    refused: 0,
    fault: 0,
    lease_lost: 0,
    given_up: 0,
  } satisfies Record<AttemptEnd, number>;
  let queue = openDeliveryQueue(database);
  let round: Promise<void> | null = null;
  let hasNews = false;
  let calledAgain = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    hasNews = true;
    goOn();
  }

  function goOn(): void {
    if (!running) return;
    if (round !== null) {
      calledAgain = true;
      return;
    }
    clearTimeout(timer);
    round = claimAndLaunch()
      .catch((error: unknown) => {
        hasNews = true;
        logFailure(log, { err: error }, 'Due webhook deliveries could not be claimed.');
        return limits.pollMilliseconds;
      })
      .then((milliseconds) => {
        round = null;
        if (calledAgain) {
          calledAgain = false;
          goOn();
        } else if (running) {
          timer = setTimeout(wake, milliseconds).unref();
        }
      });
  }

  /** Starts what is due and there is room for; gives the milliseconds until the next look. */
  async function claimAndLaunch(): Promise<number> {
    if (limits.inFlight <= underWay.count) return limits.pollMilliseconds;
    if (hasNews) {
      hasNews = false;
      await queue.look(clock());
    }
    for (;;) {
      const now = clock();
      const leasedUntil = new Date(now.getTime() + limits.leaseMilliseconds);
      const { deliveries, hasMore } = await queue.claim({
        now,
        leasedUntil,
        limit: limits.inFlight - underWay.count,
        limitPerEndpoint: limits.inFlightPerEndpoint,
        limitPerFailingEndpoint: limits.inFlightPerFailingEndpoint,
        limitFailing: Math.max(0, limits.inFlightFailing - underWay.failing),
        inFlight: underWay.byEndpoint,
      });
      if (deliveries.length > 0 && clock().getTime() - now.getTime() > limits.claimMilliseconds) {
        const ids = deliveries.map(({ id }) => id);
        await releaseDeliveries(database, ids, leasedUntil);
        return limits.pollMilliseconds;
      }
      for (const delivery of deliveries) launch(delivery);
      // The end of each attempt is a call of its own.
      if (!hasMore || !running || limits.inFlight <= underWay.count) {
        return Math.min(queue.millisecondsToNext(now), limits.pollMilliseconds);
      }
    }
  }

  function launch(delivery: ClaimedDelivery): void {
    // When writing the outcome fails, the lease runs out and the delivery is attempted again.
    const ending = attempt(delivery, tools)
      .then((end) => {
        ended[end] += 1;
      })
      .catch((error: unknown) => {
        logFailure(
          log,
          { deliveryId: delivery.id, err: error },
          'A webhook attempt could not be recorded.',
        );
      });
    underWay.add(delivery, ending).then(() => {
      queue.makeRoom(delivery.endpointId, clock());
      goOn();
    });
  }

  return {
    wake,
    stats: () => ({ attempts: { ...ended }, inFlight: underWay.count }),
    start: () => {
      running = true;
      queue = openDeliveryQueue(database);
      wake();
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await round;
      await underWay.allEnded();
      await tools.pools.close();
    },
  };
}

/** How much one dispatcher does at once; each instance has its own. */
interface DispatcherLimits {
  inFlight: number;
  inFlightPerEndpoint: number;
  /** One is enough to see that an endpoint works again, and its time-outs hold up nobody else. */
  inFlightPerFailingEndpoint: number;
  /** However many endpoints fail, most of the room is for those that do not. */
  inFlightFailing: number;
  timeoutMilliseconds: number;
  /**
   * Longer than any attempt takes, or two instances would attempt one delivery at once. What is left
   * after the time-out and the claim is by how much the clocks of two instances may differ.
   */
  leaseMilliseconds: number;
  /** What took longer to claim is let go of: its lease might end before its attempt. */
  claimMilliseconds: number;
  /** How soon work is found that nobody called for: another instance's, or a crashed one's. */
  pollMilliseconds: number;
}

export const LIMITS: DispatcherLimits = {
  inFlight: 128,
  inFlightPerEndpoint: 8,
  inFlightPerFailingEndpoint: 1,
  inFlightFailing: 32,
  timeoutMilliseconds: 15_000,
  leaseMilliseconds: 30_000,
  claimMilliseconds: 5_000,
  pollMilliseconds: 1_000,
};
