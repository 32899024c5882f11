/** The request line and header fields of a request. An `IncomingMessage` of Node has all of them. */
export interface RequestHead {
  readonly method?: string | undefined;
  /** The request target: path and query, as they were sent. */
  readonly url?: string | undefined;
  /** By lower-case name; the values of a repeated field are joined. */
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** Names and values in turn, as they were sent; omitted if only joined values are known. */
  readonly rawHeaders?: readonly string[];
}

/** A request whose body has been received. */
export interface ReceivedMessage {
  readonly head: RequestHead;
  /** The decoded parameters of the path, by name. */
  readonly params: { readonly [name: string]: string };
  readonly body: Uint8Array | undefined;
}

/** Returns the value of a header field that is sent once, by its lower-case name. */
export function headerOf({ headers }: RequestHead, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

/** Returns the path of a request target, without its query. */
export function pathOf({ url = '' }: RequestHead): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}
