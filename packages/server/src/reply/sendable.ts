// RFC 9110 §5.6.2 and §5.5. Node's `writeHead` accepts nothing else, so the stubs pass nothing else to `Headers` either.
const otherThanName = /[^!#$%&'*+\-.^_`|~\dA-Za-z]/;
const otherThanValue = /[^\t\x20-\x7e\x80-\xff]/;

/** The parts of a response that are sent before its body. */
interface ResponseHead {
  status: number;
  headers?: Readonly<Record<string, string | string[]>> | undefined;
}

/**
 * Throws if a status or header field cannot be sent. Node would notice it only while it sends, and end the process.
 *
 * @throws TypeError without the value in its message, because the value may be secret.
 */
export function requireSendable({ status, headers }: ResponseHead): void {
  // The statuses that `Response` accepts.
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
    `The header field ${name} has the character U+${codePoint}, which is not allowed in a header field. Encode it, for example with encodeURI`,
  );
}
