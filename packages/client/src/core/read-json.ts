/**
 * Parses a JSON body; undefined if it is empty. A body from the network is read up to a limit, counted after
 * decompression, so that no server can fill the memory. A response that a custom `fetch` made is in memory already.
 *
 * @throws SyntaxError if it is not JSON, or larger than any body that the service sends.
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
  // The largest answer of the service, a batch of 10,000 players with all splits, has a third of this.
  for (let bytesLeft = 2 ** 26; bytesLeft >= 0; ) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return text ? JSON.parse(text) : undefined;
    bytesLeft -= value.length;
  }
  // Not awaited: the body of a cloned response is cancelled only once both copies are.
  reader.cancel().catch(() => {});
  throw new SyntaxError('Too long');
}
