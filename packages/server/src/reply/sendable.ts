// RFC 9110 §5.6.2 and §5.5. `writeHead` of Node takes nothing else, so `Headers` is given nothing else either.
const otherThanName = /[^!#$%&'*+\-.^_`|~\dA-Za-z]/;
const otherThanValue = /[^\t\x20-\x7e\x80-\xff]/;

/** What of a response is sent before its body. */
interface ResponseHead {
  status: number;
  headers?: Readonly<Record<string, string | string[]>> | undefined;
}

/**
 * Refuses a status or header field that no server can send: found while it is sent, it would end the process.
 *
 * @throws TypeError without the value in its message, since that may be a secret.
 */
export function requireSendable({ status, headers }: ResponseHead): void {
  // Those that `Response` takes.
  if (!(status >= 200 && status <= 599))
    throw new TypeError(`No response has the status ${status}`);
  for (const name in headers) {
    if (name === '' || otherThanName.test(name)) {
      throw new TypeError(`No header field has the name ${JSON.stringify(name)}`);
    }
    const value: unknown = headers[name];
    if (Array.isArray(value)) for (const one of value) requireSendableValue(name, one);
    else requireSendableValue(name, value);
  }
}

function requireSendableValue(name: string, value: unknown): void {
  if (value === undefined || value === null)
    throw new TypeError(`The header field ${name} has no value`);
  const text = String(value);
  const index = text.search(otherThanValue);
  if (index < 0) return;
  const codePoint = text.codePointAt(index)?.toString(16).toUpperCase().padStart(4, '0');
  throw new TypeError(
    `The header field ${name} has the character U+${codePoint}, which no header field may have: encode it, an address by encodeURI`,
  );
}
