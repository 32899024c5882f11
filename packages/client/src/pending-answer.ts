/**
 * An answer together with the response it came in, whose body has been read.
 *
 * @example
 * const { data, response }: AnswerWithResponse<Member> = await client.members.get().withResponse();
 */
export interface AnswerWithResponse<Answer> {
  data: Answer;
  response: Response;
}

/** The answer as it came, once there is one. */
export interface Exchange {
  response?: Response;
}

/**
 * What a call gives: a promise of the answer, which can also be asked for the response it came in.
 *
 * @example
 * const call: PendingAnswer<Member> = client.members.get({ memberId: '10482' });
 * const member = await call;
 */
export class PendingAnswer<Answer> extends Promise<Answer> {
  readonly #exchange: Exchange;

  /** @internal */
  constructor(exchange: Exchange, executor: ConstructorParameters<typeof Promise<Answer>>[0]) {
    super(executor);
    this.#exchange = exchange;
  }

  // `await` takes what says that `Promise` made it as it is, and wraps anything else in one more; and
  // what is made of it by `then`, `catch` and `finally` is a plain promise.
  static {
    Object.defineProperty(PendingAnswer.prototype, 'constructor', { value: Promise });
  }

  /**
   * The answer and the response it came in, for its status and its headers. It rejects as the call
   * itself does.
   *
   * @example
   * const { data, response } = await client.usage.get().withResponse();
   * const left = response.headers.get('ratelimit');
   */
  async withResponse(): Promise<AnswerWithResponse<Answer>> {
    return { data: await this, response: this.#exchange.response as Response };
  }
}
