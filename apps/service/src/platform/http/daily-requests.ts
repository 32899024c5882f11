import type { FastifyReply, FastifyRequest } from 'fastify';
import { createPeriodicTask } from '../concurrency/periodic-task.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import { hashSecret } from '../secrets/sealing.ts';
import type { Caller } from './caller.ts';
import { addRequests, type CountedRequests, findApplications } from './store/credentials.ts';

export interface DailyRequestsLog {
  warn: (facts: object, message: string) => void;
}

// A write for each request would cost as much as the request. A process that is killed loses the
// counts since its last write.
const PAUSE_MILLISECONDS = 10_000;

// During an outage, strangers may send any number of credentials.
const MAX_UNIDENTIFIED = 10_000;

/** Failed requests of a day whose credential could not be looked up. */
interface UnidentifiedFailures {
  day: string;
  /** In hexadecimal, because the credential itself must not be stored. */
  credentialHash: string;
  operationId: string;
  failures: number;
}

/** Counts the requests of each application, day, and operation, for the pages of operators and partners. */
export class DailyRequests {
  readonly #database: Dependencies['database'];
  readonly #clock: Dependencies['clock'];
  readonly #log: DailyRequestsLog;
  readonly #task = createPeriodicTask(() => this.#write(), {
    firstPauseMilliseconds: PAUSE_MILLISECONDS,
    pauseMilliseconds: PAUSE_MILLISECONDS,
  });
  #counted = new Map<string, CountedRequests>();
  #unidentified = new Map<string, UnidentifiedFailures>();

  constructor(
    { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
    { log }: { log: DailyRequestsLog },
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  start(): void {
    this.#task.start();
  }

  /** Writes the last counts. */
  async stop(): Promise<void> {
    await this.#task.stop();
    await this.#write();
  }

  count(
    { principal, headers, operation }: Pick<FastifyRequest, 'principal' | 'headers' | 'operation'>,
    { statusCode }: Pick<FastifyReply, 'statusCode'>,
  ): void {
    const day = this.#clock().toISOString().slice(0, 10);
    const failures = statusCode >= 500 ? 1 : 0;
    const errors = statusCode >= 400 && failures === 0 ? 1 : 0;
    const operationId = operation?.id ?? '';
    // The result of `createAuthenticators`. It is null on routes that are not operations.
    const caller = principal as Caller | null | undefined;
    const credential = caller ? null : credentialOf(headers);
    if (caller) {
      const { applicationId } = caller;
      this.#add({ day, applicationId, operationId, requests: 1, errors, failures });
    } else if (failures > 0 && credential !== null) {
      this.#addUnidentified(day, operationId, credential);
    }
  }

  #add({ requests, errors, failures, ...of }: CountedRequests): void {
    const key = `${of.day} ${of.applicationId} ${of.operationId}`;
    const known = this.#counted.get(key) ?? { ...of, requests: 0, errors: 0, failures: 0 };
    known.requests += requests;
    known.errors += errors;
    known.failures += failures;
    this.#counted.set(key, known);
  }

  #addUnidentified(day: string, operationId: string, credential: string): void {
    const credentialHash = Buffer.from(hashSecret(credential)).toString('hex');
    const key = `${day} ${credentialHash} ${operationId}`;
    const known = this.#unidentified.get(key);
    if (known !== undefined) known.failures += 1;
    else if (this.#unidentified.size < MAX_UNIDENTIFIED) {
      this.#unidentified.set(key, { day, credentialHash, operationId, failures: 1 });
    }
  }

  /** Assigns failures to their applications when the database answers again. */
  async #identify(): Promise<void> {
    if (this.#unidentified.size === 0) return;
    const hashes = [...this.#unidentified.values()].map(({ credentialHash }) => credentialHash);
    const applications = await findApplications(this.#database, hashes);
    const identified = this.#unidentified;
    this.#unidentified = new Map();
    for (const { credentialHash, failures, ...of } of identified.values()) {
      const applicationId = applications.get(credentialHash);
      if (applicationId === undefined) continue;
      this.#add({ ...of, applicationId, requests: failures, errors: 0, failures });
    }
  }

  async #write(): Promise<void> {
    await this.#identify().catch((err: unknown) => {
      this.#log.warn(
        { err },
        'The applications of failed requests could not be looked up. The service tries again later.',
      );
    });
    if (this.#counted.size === 0) return;
    // All instances write in the same order, so that they do not deadlock.
    const rows = [...this.#counted].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
    this.#counted = new Map();
    try {
      await addRequests(this.#database, rows);
    } catch (err) {
      for (const one of rows) this.#add(one);
      this.#log.warn({ err }, 'Request counts could not be stored. The service tries again later.');
    }
  }
}

/** Returns the API key or access token of a request, from either header. */
function credentialOf(headers: FastifyRequest['headers']): string | null {
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key;
  const [scheme = '', value] = headers.authorization?.split(' ') ?? [];
  if (value === undefined) return null;
  if (scheme.toLowerCase() !== 'basic') return value;
  // client_id:key
  return Buffer.from(value, 'base64').toString().split(':').at(-1) ?? null;
}
