/**
 * An answer together with the response it came in, whose body has been read.
 *
 * @example
 * const { data, response }: AnswerWithResponse<Member> = await client.members.get().withResponse();
 */
export interface AnswerWithResponse<Answer> {
  /** The answer, as the call itself gives it. */
  data: Answer;
  /** Its status and headers; the body has been read. */
  response: Response;
}

/** The answer as it came, once there is one. */
export interface Exchange {
  response?: Response | undefined;
}

/**
 * What a call gives: a promise of the answer, which can also be asked for the response it came in.
 *
 * @example
 * const call: PendingAnswer<Member> = client.members.get({ memberId: '10482' });
 * const member = await call;
 */
export interface PendingAnswer<Answer> extends Promise<Answer> {
  /**
   * The answer and the response it came in, for its status and its headers. It rejects as the call
   * itself does.
   *
   * @example
   * const { data, response } = await client.usage.get().withResponse();
   * const left = response.headers.get('ratelimit');
   */
  withResponse(): Promise<AnswerWithResponse<Answer>>;
}

/** The answer to a call, together with what is known of the response once it is there. */
export function pendingAnswer<Answer>(
  answer: Promise<Answer>,
  exchange: Exchange = {},
): PendingAnswer<Answer> {
  const pending = answer as PendingAnswer<Answer>;
  pending.withResponse = async () => ({
    data: await answer,
    response: exchange.response as Response,
  });
  return pending;
}
