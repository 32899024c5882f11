import { PartnerRatingClient, PartnerRatingError } from '@partner-rating/client';
import { readExamples } from './example-files.ts';
import type { Json } from './json.ts';
import { openStage, type Stage } from './stage.ts';
import { StandIns } from './stand-ins.ts';

/** What of an answer the example keeps as it is, since it is never the same twice. */
const neverTheSame = new Set(['instance', 'nextCursor', 'durationMs']);

interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
}

/** The story as it is told: where it takes place, what things are called, and what was answered. */
export class Telling {
  readonly #stage: Stage;
  readonly #standIns: StandIns;
  readonly #examples: ReadonlyMap<string, Json>;
  /** The answers told so far, by the names of their examples. */
  readonly told: Map<string, Json>;
  /** The examples of requests that were sent. */
  readonly sent: Set<string>;

  private constructor(stage: Stage, standIns: StandIns, before?: Telling) {
    this.#stage = stage;
    this.#standIns = standIns;
    this.#examples = before === undefined ? readExamples() : before.#examples;
    this.told = before?.told ?? new Map();
    this.sent = before?.sent ?? new Set();
  }

  static async begin(at: string): Promise<Telling> {
    const stage = await openStage({ now: new Date(at) });
    return new Telling(stage, new StandIns(addressesOf(stage)));
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** Ends with `/api/v1`. */
  get baseUrl(): string {
    return `${this.#stage.dependencies.publicUrl}/api/v1`;
  }

  /** Goes on to a time of the story. */
  at(time: string): void {
    this.#stage.time.now = new Date(time);
  }

  /** Tells what would have come of it otherwise, and goes on as if it had not. */
  async aside(tell: (aside: Telling) => Promise<void>): Promise<void> {
    const stage = await this.#stage.copy();
    try {
      await tell(new Telling(stage, this.#standIns.at(addressesOf(stage)), this));
    } finally {
      await stage.close();
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
    return this.named<Request>(this.#example(name));
  }

  /** What the story says, in the names of the service. */
  named<Value>(value: unknown): Value {
    return this.#standIns.toService(value as Json) as Value;
  }

  /** From now on the service's name stands for the story's. */
  link(service: string, story: string): void {
    this.#standIns.link(service, story);
  }

  /**
   * Tells an answer of the service. What is named in `keep`, and what is never the same, stays as
   * the example has it, if there is something of its kind.
   */
  async tell<Answer>(
    name: string,
    answer: Answer | PromiseLike<Answer>,
    keep: readonly string[] = [],
  ): Promise<Answer> {
    const answered = await answer;
    const value = JSON.parse(JSON.stringify(answered)) as Json;
    const example = this.#example(name);
    this.#standIns.learn(value, example);
    if (this.told.has(name)) throw new Error(`The example ${name} is told twice.`);
    this.told.set(name, kept(this.#standIns.toStory(value), example, new Set(keep)));
    return answered;
  }

  /** Tells how the service refused a request of the client's. */
  async tellRefusal(name: string, call: PromiseLike<unknown>): Promise<void> {
    const error = await call.then(
      () => new Error(`The service refused nothing for ${name}.`),
      (reason: unknown) => reason,
    );
    if (!(error instanceof PartnerRatingError) || error.response === undefined) throw error;
    await this.tell(name, error.response.json());
  }

  /** Tells how the service answered a request that no client makes. */
  async tellAnswer<Answer>(name: string, path: string, request: RawRequest): Promise<Answer> {
    const response = await this.send(path, request);
    return await this.tell(name, (await response.json()) as Answer);
  }

  /** Tells the last event that the receiver was sent. */
  async tellEvent(name: string, type: string): Promise<void> {
    const event = this.#stage.receiver.events.findLast((candidate) => candidate.type === type);
    if (event === undefined) throw new Error(`No ${type} came for ${name}.`);
    await this.tell(name, event);
  }

  #example(name: string): Json {
    const example = this.#examples.get(name);
    if (example === undefined) {
      throw new Error(`There is no example ${name}. Write spec/components/examples/${name}.yaml.`);
    }
    return example;
  }
}

function addressesOf({ dependencies, receiver }: Stage): (readonly [string, string])[] {
  return [
    [dependencies.publicUrl, 'http://localhost:3001'],
    [`http://${receiver.target}/hooks`, 'https://courtside.example/hooks'],
  ];
}

function kept(answer: Json, example: Json | undefined, keep: ReadonlySet<string>): Json {
  if (Array.isArray(answer)) {
    return answer.map((item, index) =>
      kept(item, Array.isArray(example) ? example[index] : undefined, keep),
    );
  }
  if (typeof answer !== 'object' || answer === null) return answer;
  const fields = typeof example === 'object' && !Array.isArray(example) ? (example ?? {}) : {};
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      const there = fields[key];
      const stays = neverTheSame.has(key) || keep.has(key);
      const isOfItsKind = value !== null && typeof there === typeof value;
      return [key, stays && isOfItsKind && there !== undefined ? there : kept(value, there, keep)];
    }),
  );
}
