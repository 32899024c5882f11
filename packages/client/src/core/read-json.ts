// The largest honest answer, ten thousand players of one batch with all their splits, has a third.
const largestBody = 67_108_864;

/**
 * The body as data. What arrives over the network is counted as it comes, also once it is
 * decompressed, so that no server fills the memory; what a `fetch` of the caller's made up itself is
 * in memory already.
 *
 * @throws SyntaxError where it is not JSON, or larger than any the service sends.
 */
export function readJson(response: Response): Promise<unknown> {
  return response.url && response.body ? readCounted(response.body.getReader()) : response.json();
}

async function readCounted(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for (let left = largestBody; left >= 0; ) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return JSON.parse(text);
    left -= value.length;
  }
  // Not awaited: the copy of an answer is cancelled only once both of the two are.
  reader.cancel().catch(() => {});
  throw new SyntaxError('Too long');
}
