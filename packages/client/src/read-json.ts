/** A body that has more bytes than it may have. */
export class TooLarge extends Error {}

/**
 * The body as data. What arrives over the network is counted as it comes, also once it is
 * decompressed, so that no server fills the memory; what a `fetch` of the caller's made up itself is
 * in memory already.
 *
 * @throws TooLarge where it has more bytes than these.
 * @throws SyntaxError where it is not JSON.
 */
export function readJson(response: Response, largest: number): Promise<unknown> {
  return response.url && response.body
    ? readCounted(response.body.getReader(), largest)
    : response.json();
}

async function readCounted(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  largest: number,
): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for (let left = largest; ; ) {
    const { done, value } = await reader.read();
    if (done) return JSON.parse(text + decoder.decode());
    left -= value.length;
    if (left < 0) {
      // Not awaited: the copy of an answer is cancelled only once both of the two are.
      reader.cancel().catch(() => {});
      throw new TooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}
