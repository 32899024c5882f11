/**
 * The parsed response with its HTTP response.
 *
 * @example
 * const { data, response }: WithResponse<Member> = await client.members.get().withResponse();
 */
export interface WithResponse<Result> {
  /** The parsed response, as the call itself returns it. */
  data: Result;
  /** Its status and headers; the body has been read. */
  response: Response;
}

/**
 * The promise that a call returns: of the parsed response and, on request, its HTTP response.
 *
 * @example
 * const call: ResponsePromise<Member> = client.members.get('10482');
 * const member = await call;
 */
export interface ResponsePromise<Result> extends Promise<Result> {
  /**
   * Returns the parsed response with its HTTP response, for status and headers. Rejects like the call
   * itself.
   *
   * @example
   * const { data, response } = await client.usage.get().withResponse();
   * const left = response.headers.get('ratelimit');
   */
  withResponse(): Promise<WithResponse<Result>>;
}

/** Returns the promise of a call, from the promise of its data and response. */
export function responsePromise<Result>(
  answered: Promise<WithResponse<Result>>,
): ResponsePromise<Result> {
  const call = answered.then(({ data }) => data) as ResponsePromise<Result>;
  // Starts from the call, so that the call's rejection counts as handled.
  call.withResponse = () => call.then(() => answered);
  return call;
}
