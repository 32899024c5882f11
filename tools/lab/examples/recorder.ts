import { PartnerRatingClient, PartnerRatingError } from '@partner-rating/client';
import { type Environment, openEnvironment } from './environment.ts';
import { readExamples } from './example-files.ts';
import { isObject, type Json } from './json.ts';
import { Placeholders } from './placeholders.ts';

/** Fields that change from run to run. The recorded example keeps its own value for these fields. */
const volatileFields = ['instance', 'nextCursor', 'durationMs'];

interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
}

/**
 * Sends the requests of the examples to the service, and records the responses with the
 * placeholders of the examples.
 */
export class Recorder {
  readonly #environment: Environment;
  readonly #placeholders: Placeholders;
  readonly #examples: ReadonlyMap<string, Json>;
  /** The responses recorded so far, by example name. */
  readonly recorded: Map<string, Json>;
  /** The examples of requests that were sent. */
  readonly sent: Set<string>;

  private constructor(environment: Environment, placeholders: Placeholders, before?: Recorder) {
    this.#environment = environment;
    this.#placeholders = placeholders;
    this.#examples = before === undefined ? readExamples() : before.#examples;
    this.recorded = before?.recorded ?? new Map();
    this.sent = before?.sent ?? new Set();
  }

  static async start(at: string): Promise<Recorder> {
    const environment = await openEnvironment({ now: new Date(at) });
    return new Recorder(environment, new Placeholders(addressesOf(environment)));
  }

  get environment(): Environment {
    return this.#environment;
  }

  /** Ends with `/api/v1`. */
  get baseUrl(): string {
    return `${this.#environment.dependencies.publicUrl}/api/v1`;
  }

  /** Sets the clock of the service. */
  advanceTo(time: string): void {
    this.#environment.time.now = new Date(time);
  }

  /** Records on a copy of the service, so that this one does not change. */
  async fork(run: (fork: Recorder) => Promise<void>): Promise<void> {
    const environment = await this.#environment.copy();
    try {
      // The stored data still has the addresses of the original service.
      const addresses = [...addressesOf(environment), ...addressesOf(this.#environment)];
      await run(new Recorder(environment, this.#placeholders.copy(addresses), this));
    } finally {
      await environment.close();
    }
  }

  client(apiKey: string): PartnerRatingClient {
    return new PartnerRatingClient({ apiKey, baseUrl: this.baseUrl, maxRetries: 0 });
  }

  /** Sends a request that our client never sends. */
  async send(path: string, { method = 'POST', ...request }: RawRequest): Promise<Response> {
    return await fetch(`${this.baseUrl}${path}`, { method, redirect: 'manual', ...request });
  }

  /** Returns the example of a request, ready to send. */
  request<Request>(name: string): Request {
    this.sent.add(name);
    return this.toService<Request>(this.#example(name));
  }

  /** Returns a value of an example with the ids of the service. */
  toService<Value>(value: unknown): Value {
    return this.#placeholders.toService(value as Json) as Value;
  }

  /** Maps an id of the service to the example's placeholder. */
  link(service: string, placeholder: string): void {
    this.#placeholders.link(service, placeholder);
  }

  /**
   * Records a response of the service. The named fields and the volatile ones keep the example's
   * value if it has the same type.
   */
  async record<Answer>(
    name: string,
    answer: Answer | PromiseLike<Answer>,
    retained: readonly string[] = [],
  ): Promise<Answer> {
    const answered = await answer;
    const value = JSON.parse(JSON.stringify(answered)) as Json;
    const example = this.#example(name);
    this.#placeholders.learn(value, example);
    if (this.recorded.has(name)) throw new Error(`The example ${name} was already recorded.`);
    this.recorded.set(
      name,
      retain(
        this.#placeholders.toExample(value),
        example,
        new Set([...volatileFields, ...retained]),
      ),
    );
    return answered;
  }

  /**
   * Sends the example of a request with the client's method of that operation, and records the
   * response.
   */
  async exchange(client: PartnerRatingClient, operation: string, variant = ''): Promise<void> {
    const [group = '', method = ''] = operation.split('.');
    type Methods = Record<string, (request: unknown) => PromiseLike<unknown>>;
    const methods = (client as unknown as Record<string, Methods>)[group];
    const request = this.request(`${operation}-request${variant}`);
    await this.record(`${operation}${variant}`, await methods?.[method]?.(request));
  }

  /** Records how the service refuses a request of the client. */
  async recordRefusal(name: string, call: PromiseLike<unknown>): Promise<void> {
    const error = await call.then(
      () =>
        new Error(`The service accepted the request of ${name}, but the example shows a refusal.`),
      (reason: unknown) => reason,
    );
    if (!(error instanceof PartnerRatingError) || error.response === undefined) throw error;
    await this.record(name, error.response.json());
  }

  /** Records the response to a request that our client never sends. */
  async recordResponse<Answer>(name: string, path: string, request: RawRequest): Promise<Answer> {
    const response = await this.send(path, request);
    return await this.record(name, (await response.json()) as Answer);
  }

  /** Records the last event that the receiver got. */
  async recordEvent(name: string, type: string): Promise<void> {
    const event = this.#environment.receiver
      .events()
      .findLast((candidate) => candidate.type === type);
    if (event === undefined) throw new Error(`No ${type} came for ${name}.`);
    await this.record(name, event);
  }

  #example(name: string): Json {
    const example = this.#examples.get(name);
    if (example === undefined) {
      throw new Error(`Example ${name} not found. Create spec/components/examples/${name}.yaml.`);
    }
    return example;
  }
}

function addressesOf({ dependencies, receiver }: Environment): (readonly [string, string])[] {
  return [
    [dependencies.publicUrl, 'http://localhost:3001'],
    [`http://${receiver.target}/hooks`, 'https://courtside.example/hooks'],
  ];
}

/** Returns the response with the example's values for these fields. */
function retain(answer: Json, example: Json | undefined, names: ReadonlySet<string>): Json {
  if (Array.isArray(answer)) {
    return answer.map((item, index) =>
      retain(item, Array.isArray(example) ? example[index] : undefined, names),
    );
  }
  if (!isObject(answer)) return answer;
  const fields = isObject(example) ? example : {};
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const documented = fields[name];
      const isRetained = names.has(name) && value !== null && typeof documented === typeof value;
      return [
        name,
        isRetained && documented !== undefined ? documented : retain(value, documented, names),
      ];
    }),
  );
}
