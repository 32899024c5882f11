import type { FastifyReply, FastifyRequest } from 'fastify';
import { createPeriodicTask } from '../concurrency/periodic-task.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import type { Caller } from './caller.ts';
import { addRequests, type CountedRequests } from './store/daily-requests.ts';

/** Counts the requests of each application and day, for the operator's page. */
export interface DailyRequests {
  /** To be called once a request was answered. */
  count: (
    request: Pick<FastifyRequest, 'principal'>,
    reply: Pick<FastifyReply, 'statusCode'>,
  ) => void;
  start: () => void;
  /** Writes down what was counted last. */
  stop: () => Promise<void>;
}

export interface DailyRequestsLog {
  warn: (facts: object, message: string) => void;
}

// A write at every request would cost as much as the request. What is counted meanwhile is lost with a
// process that is killed.
const PAUSE_MILLISECONDS = 10_000;

export function createDailyRequests(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { log }: { log: DailyRequestsLog },
): DailyRequests {
  let counted = new Map<string, CountedRequests>();

  function add({ day, applicationId, requests, failures }: CountedRequests): void {
    const key = `${day} ${applicationId}`;
    const known = counted.get(key) ?? { day, applicationId, requests: 0, failures: 0 };
    known.requests += requests;
    known.failures += failures;
    counted.set(key, known);
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return;
    // In one order, so that instances which write at once do not wait for each other in a circle.
    const rows = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
    counted = new Map();
    try {
      await addRequests(database, rows);
    } catch (err) {
      for (const one of rows) add(one);
      log.warn({ err }, 'Requests that were counted could not be written down; tried again later.');
    }
  }

  const task = createPeriodicTask(write, {
    firstPauseMilliseconds: PAUSE_MILLISECONDS,
    pauseMilliseconds: PAUSE_MILLISECONDS,
  });
  return {
    count: ({ principal }, { statusCode }) => {
      // What `createAuthenticators` found, and null on routes that are no operation.
      const caller = principal as Caller | null | undefined;
      if (!caller) return;
      add({
        day: clock().toISOString().slice(0, 10),
        applicationId: caller.applicationId,
        requests: 1,
        failures: statusCode >= 500 ? 1 : 0,
      });
    },
    start: task.start,
    stop: async () => {
      await task.stop();
      await write();
    },
  };
}
