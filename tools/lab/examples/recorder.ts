import { PartnerRatingClient, PartnerRatingError } from '@partner-rating/client';
import { type Environment, openEnvironment } from './environment.ts';
import { readExamples } from './example-files.ts';
import { isObject, type Json } from './json.ts';
import { Placeholders } from './placeholders.ts';

/** Fields whose values differ from run to run, so that the example's are retained. */
const volatileFields = ['instance', 'nextCursor', 'durationMs'];

interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
}

/** Sends the requests of the examples to the service, and records its answers in the examples' names. */
export class Recorder {
  readonly #environment: Environment;
  readonly #placeholders: Placeholders;
  readonly #examples: ReadonlyMap<string, Json>;
  /** The answers so far, by the names of their examples. */
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

  /** Sets the time of the service. */
  advanceTo(time: string): void {
    this.#environment.time.now = new Date(time);
  }

  /** Records on a copy of the service as it is now, which leaves no trace in this one. */
  async fork(run: (fork: Recorder) => Promise<void>): Promise<void> {
    const environment = await this.#environment.copy();
    try {
      // What was stored before still names the addresses of this one.
      const addresses = [...addressesOf(environment), ...addressesOf(this.#environment)];
      await run(new Recorder(environment, this.#placeholders.copy(addresses), this));
    } finally {
      await environment.close();
    }
  }

  client(apiKey: string): PartnerRatingClient {
    return new PartnerRatingClient({ apiKey, baseUrl: this.baseUrl, maxRetries: 0 });
  }

  /** A request that no client makes. */
  async send(path: string, { method = 'POST', ...request }: RawRequest): Promise<Response> {
    return await fetch(`${this.baseUrl}${path}`, { method, redirect: 'manual', ...request });
  }

  /** The example of a request, to be sent. */
  request<Request>(name: string): Request {
    this.sent.add(name);
    return this.toService<Request>(this.#example(name));
  }

  /** A value of the examples, in the names of the service. */
  toService<Value>(value: unknown): Value {
    return this.#placeholders.toService(value as Json) as Value;
  }

  /** From now on the example's placeholder stands for the service's name. */
  link(service: string, placeholder: string): void {
    this.#placeholders.link(service, placeholder);
  }

  /**
   * Records an answer of the service. The fields named, and those that are volatile, stay as the
   * example has them, where it has a value of the same type.
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
    if (this.recorded.has(name)) throw new Error(`The example ${name} is recorded twice.`);
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

  /** Sends the example of a request by the client's method of its operation, and records the answer. */
  async exchange(client: PartnerRatingClient, operation: string, variant = ''): Promise<void> {
    const [group = '', method = ''] = operation.split('.');
    type Methods = Record<string, (request: unknown) => PromiseLike<unknown>>;
    const methods = (client as unknown as Record<string, Methods>)[group];
    const request = this.request(`${operation}-request${variant}`);
    await this.record(`${operation}${variant}`, await methods?.[method]?.(request));
  }

  /** Records how the service refused a request of the client's. */
  async recordRefusal(name: string, call: PromiseLike<unknown>): Promise<void> {
    const error = await call.then(
      () => new Error(`The service refused nothing for ${name}.`),
      (reason: unknown) => reason,
    );
    if (!(error instanceof PartnerRatingError) || error.response === undefined) throw error;
    await this.record(name, error.response.json());
  }

  /** Records how the service answered a request that no client makes. */
  async recordResponse<Answer>(name: string, path: string, request: RawRequest): Promise<Answer> {
    const response = await this.send(path, request);
    return await this.record(name, (await response.json()) as Answer);
  }

  /** Records the last event that the receiver was sent. */
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
      throw new Error(`There is no example ${name}. Write spec/components/examples/${name}.yaml.`);
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

/** The answer with the example's values of these fields. */
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
