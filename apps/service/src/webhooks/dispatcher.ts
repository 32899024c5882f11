import { gatherWhileBusy } from '../database/gather-while-busy.ts';
import { logFailure } from '../database/log-failure.ts';
import type { Dependencies } from '../dependencies.ts';
import { createAddressGuard, type Resolve } from './address-guard.ts';
import { type AttemptEnd, type AttemptLog, attempt } from './attempt.ts';
import { rememberOpened } from './opened-secrets.ts';
import { createReceiverPools } from './receiver-pools.ts';
import { createSecretSealing } from './secret-sealing.ts';
import { type FinishedAttempt, recordAttempts } from './store/attempts.ts';
import { type ClaimedDelivery, claimDeliveries, findNextDue } from './store/claim.ts';

export interface DispatcherOptions {
  log: AttemptLog;
  random?: () => number;
  resolvePublic?: Resolve;
  limits?: Partial<DispatcherLimits>;
}

export interface DispatcherLimits {
  inFlight: number;
  inFlightPerEndpoint: number;
  /** One is enough to see that an endpoint works again, and its time-outs hold up nobody else. */
  inFlightPerFailingEndpoint: number;
  /** However many endpoints fail, most of the room is for those that do not. */
  inFlightFailing: number;
  timeoutMilliseconds: number;
  /** Longer than any attempt takes, or two instances would attempt one delivery at once. */
  leaseMilliseconds: number;
  /** How soon work is found that nobody called for: another instance's, or a crashed one's. */
  pollMilliseconds: number;
}

const LIMITS: DispatcherLimits = {
  inFlight: 128,
  inFlightPerEndpoint: 8,
  inFlightPerFailingEndpoint: 1,
  inFlightFailing: 32,
  timeoutMilliseconds: 15_000,
  leaseMilliseconds: 30_000,
  pollMilliseconds: 1_000,
};

/** Delivers the events of the outbox. Any number of instances may share one database. */
export interface Dispatcher {
  /** Looks for work from now on, by itself and whenever it is woken. */
  start: () => void;
  /** Call after the commit of a transaction that wrote events. Never throws, never waits. */
  wake: () => void;
  /** What it has done since it was made, by what attempts came to, and what it is at. */
  figures: () => { attempts: Readonly<Record<AttemptEnd, number>>; inFlight: number };
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
  const tools = {
    database,
    clock,
    log,
    timeoutMilliseconds,
    sealing: rememberOpened(createSecretSealing(configuration)),
    record: gatherWhileBusy((attempts: FinishedAttempt[]) => recordAttempts(database, attempts)),
    random: options.random ?? Math.random,
    retrySchedule: configuration.webhookRetrySchedule,
    pools: createReceiverPools({ connectTimeoutMilliseconds: timeoutMilliseconds }),
    checkAddress: createAddressGuard({
      privateTargets: configuration.webhookPrivateTargets,
      ...(options.resolvePublic !== undefined && { resolvePublic: options.resolvePublic }),
    }),
  };

  const underWay = new Set<Promise<void>>();
  const inFlight = new Map<string, number>();
  let inFlightFailing = 0;
  const ended = {
    success: 0,
    error_status: 0,
    no_answer: 0,
    refused: 0,
    fault: 0,
    lease_lost: 0,
    given_up: 0,
  } satisfies Record<AttemptEnd, number>;
  let running = false;
  let round: Promise<void> | null = null;
  let calledAgain = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (!running) return;
    if (round !== null) {
      calledAgain = true;
      return;
    }
    clearTimeout(timer);
    round = claimAndLaunch()
      .catch((error: unknown) => {
        logFailure(log, { err: error }, 'Due webhook deliveries could not be claimed.');
        return limits.pollMilliseconds;
      })
      .then((milliseconds) => {
        round = null;
        if (calledAgain) {
          calledAgain = false;
          wake();
        } else if (running) {
          timer = setTimeout(wake, milliseconds).unref();
        }
      });
  }

  /** Starts what is due and there is room for; gives the milliseconds until the next look. */
  async function claimAndLaunch(): Promise<number> {
    const room = limits.inFlight - underWay.size;
    if (room <= 0) return limits.pollMilliseconds;
    const now = clock();
    const claimed = await claimDeliveries(database, {
      now,
      leasedUntil: new Date(now.getTime() + limits.leaseMilliseconds),
      limit: room,
      limitPerEndpoint: limits.inFlightPerEndpoint,
      limitPerFailingEndpoint: limits.inFlightPerFailingEndpoint,
      limitFailing: Math.max(0, limits.inFlightFailing - inFlightFailing),
      inFlight,
    });
    for (const delivery of claimed) launch(delivery);
    // The end of each attempt is a call of its own.
    if (claimed.length > 0) return limits.pollMilliseconds;
    const next = await findNextDue(database, now);
    const wait = next === null ? limits.pollMilliseconds : next.getTime() - now.getTime();
    return Math.min(wait, limits.pollMilliseconds);
  }

  function launch(delivery: ClaimedDelivery): void {
    count(delivery, 1);
    // When writing the outcome fails, the lease runs out and the delivery is attempted again.
    const finished = attempt(delivery, tools)
      .then((end) => {
        ended[end] += 1;
      })
      .catch((error: unknown) => {
        logFailure(
          log,
          { deliveryId: delivery.id, err: error },
          'A webhook attempt could not be recorded.',
        );
      })
      .then(() => {
        underWay.delete(finished);
        count(delivery, -1);
        wake();
      });
    underWay.add(finished);
  }

  function count({ applicationId, endpointIsFailing }: ClaimedDelivery, change: 1 | -1): void {
    const now = (inFlight.get(applicationId) ?? 0) + change;
    if (now === 0) inFlight.delete(applicationId);
    else inFlight.set(applicationId, now);
    if (endpointIsFailing) inFlightFailing += change;
  }

  return {
    wake,
    figures: () => ({ attempts: { ...ended }, inFlight: underWay.size }),
    start: () => {
      running = true;
      wake();
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await round;
      await Promise.all(underWay);
      await tools.pools.close();
    },
  };
}
