/** An operation as its handler needs it. */
export interface MockedOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters in braces. */
  readonly path: string;
  /** What the answer repeats: the properties of the request, and under which name. */
  readonly echoes: Readonly<Record<string, string>>;
  /** The property of a page that has its items. */
  readonly items?: string;
}
