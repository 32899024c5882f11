/**
 * The parsed answer with its HTTP response.
 *
 * @example
 * const { data, response }: WithResponse<Member> = await client.members.get().withResponse();
 */
export interface WithResponse<Result> {
  /** The parsed answer, as the call itself returns it. */
  data: Result;
  /** Its status and headers; the body has been read. */
  response: Response;
}

/**
 * The promise that a call returns: of the parsed answer, and on request with its HTTP response.
 *
 * @example
 * const call: ResponsePromise<Member> = client.members.get('10482');
 * const member = await call;
 */
export interface ResponsePromise<Result> extends Promise<Result> {
  /**
   * The parsed answer and its HTTP response, for status and headers. It rejects as the call itself
   * does.
   *
   * @example
   * const { data, response } = await client.usage.get().withResponse();
   * const left = response.headers.get('ratelimit');
   */
  withResponse(): Promise<WithResponse<Result>>;
}

/** The promise of a call, from that of its answer and response. */
export function responsePromise<Result>(
  answered: Promise<WithResponse<Result>>,
): ResponsePromise<Result> {
  const call = answered.then(({ data }) => data) as ResponsePromise<Result>;
  // By way of the call, whose rejection nobody might handle otherwise.
  call.withResponse = () => call.then(() => answered);
  return call;
}
