import type { FastifyReply, FastifyRequest } from 'fastify';
import { createPeriodicTask } from '../concurrency/periodic-task.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import { hashSecret } from '../secrets/sealing.ts';
import type { Caller } from './caller.ts';
import { addRequests, type CountedRequests, findApplications } from './store/credentials.ts';

/** Counts the requests of each application, day, and operation, for the pages of operators and of partners. */
export interface DailyRequests {
  /** To be called once a request was answered. */
  count: (
    request: Pick<FastifyRequest, 'principal' | 'headers' | 'operation'>,
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

// Strangers may send any number of credentials during an outage.
const MAX_UNIDENTIFIED = 10_000;

/** Requests of a day that failed before anybody could look up whose credential it was. */
interface UnidentifiedFailures {
  day: string;
  /** In hexadecimal: the credential itself is not kept. */
  credentialHash: string;
  operationId: string;
  failures: number;
}

export function createDailyRequests(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { log }: { log: DailyRequestsLog },
): DailyRequests {
  let counted = new Map<string, CountedRequests>();
  let unidentified = new Map<string, UnidentifiedFailures>();

  function add({ requests, errors, failures, ...of }: CountedRequests): void {
    const key = `${of.day} ${of.applicationId} ${of.operationId}`;
    const known = counted.get(key) ?? { ...of, requests: 0, errors: 0, failures: 0 };
    known.requests += requests;
    known.errors += errors;
    known.failures += failures;
    counted.set(key, known);
  }

  function addUnidentified(day: string, operationId: string, credential: string): void {
    const credentialHash = Buffer.from(hashSecret(credential)).toString('hex');
    const key = `${day} ${credentialHash} ${operationId}`;
    const known = unidentified.get(key);
    if (known !== undefined) known.failures += 1;
    else if (unidentified.size < MAX_UNIDENTIFIED) {
      unidentified.set(key, { day, credentialHash, operationId, failures: 1 });
    }
  }

  /** Counts them for their applications, now that the database answers. One whose credential is nobody's is no partner's. */
  async function identify(): Promise<void> {
    if (unidentified.size === 0) return;
    const hashes = [...unidentified.values()].map(({ credentialHash }) => credentialHash);
    const applications = await findApplications(database, hashes);
    const identified = unidentified;
    unidentified = new Map();
    for (const { credentialHash, failures, ...of } of identified.values()) {
      const applicationId = applications.get(credentialHash);
      if (applicationId === undefined) continue;
      add({ ...of, applicationId, requests: failures, errors: 0, failures });
    }
  }

  async function write(): Promise<void> {
    await identify().catch((err: unknown) => {
      log.warn(
        { err },
        'The applications of failed requests could not be found; tried again later.',
      );
    });
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
    count: ({ principal, headers, operation }, { statusCode }) => {
      const day = clock().toISOString().slice(0, 10);
      const failures = statusCode >= 500 ? 1 : 0;
      const errors = statusCode >= 400 && failures === 0 ? 1 : 0;
      const operationId = operation?.id ?? '';
      // What `createAuthenticators` found, and null on routes that are no operation.
      const caller = principal as Caller | null | undefined;
      const credential = caller ? null : credentialOf(headers);
      if (caller) {
        const { applicationId } = caller;
        add({ day, applicationId, operationId, requests: 1, errors, failures });
      } else if (failures > 0 && credential !== null) {
        addUnidentified(day, operationId, credential);
      }
    },
    start: task.start,
    stop: async () => {
      await task.stop();
      await write();
    },
  };
}

/** The API key or the access token that a request came with, whichever way. */
function credentialOf(headers: FastifyRequest['headers']): string | null {
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key;
  const [scheme = '', value] = headers.authorization?.split(' ') ?? [];
  if (value === undefined) return null;
  if (scheme.toLowerCase() !== 'basic') return value;
  // client_id:key
  return Buffer.from(value, 'base64').toString().split(':').at(-1) ?? null;
}
