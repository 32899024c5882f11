/**
 * Parses a JSON body; returns undefined if it is empty. Reads a body from the network up to a limit, counted after
 * decompression, so that no server can fill the memory. A response that a custom `fetch` made is already in memory.
 *
 * @throws SyntaxError if the body is not JSON, or is larger than the limit.
 */
export function readJson(response: Response): Promise<unknown> {
  if (response.body === null) return Promise.resolve();
  return response.url && response.body ? readLimited(response.body.getReader()) : response.json();
}

async function readLimited(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  // The largest response of the service, 10,000 players with all splits, has a third of this size.
  for (let bytesLeft = 2 ** 26; bytesLeft >= 0; ) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return text ? JSON.parse(text) : undefined;
    bytesLeft -= value.length;
  }
  // Not awaited, because the body of a cloned response is cancelled only once both copies are cancelled.
  reader.cancel().catch(() => {});
  throw new SyntaxError('Too long');
}
