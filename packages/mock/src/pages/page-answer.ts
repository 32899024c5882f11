/** An answer of the mock outside the contract. */
export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Returns an answer with a page. */
export function htmlAnswer(status: number, body: string): PageAnswer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** Returns an answer with a value as JSON. */
export function jsonAnswer(status: number, value: unknown): PageAnswer {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: `${JSON.stringify(value, null, 2)}\n` };
}

/** Returns an answer with text for a terminal. */
export function textAnswer(status: number, body: string): PageAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}
