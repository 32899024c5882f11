import { get } from 'node:http';

/** Returns the bytes of a page with the styles and scripts that it names, as a service sends them to a browser. */
export async function bytesOverTheWire(origin: string, path: string): Promise<number> {
  const page = await fetch(`${origin}/docs/${path}`);
  const html = await page.text();
  const assets = [
    ...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g),
    ...html.matchAll(/<script[^>]* src="([^"]+)"/g),
  ].map(([, address = '']) => `${origin}${address}`);
  const sizes = await Promise.all([page.url, ...new Set(assets)].map(compressedSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function compressedSize(address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(address, { headers: { 'accept-encoding': 'br, gzip' } }, (response) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.on('end', () => resolve(bytes));
  }).on('error', reject);
  return await promise;
}
