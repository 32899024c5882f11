import type { Pool } from 'undici';
import { expect, it } from 'vitest';
import { createReceiverPools, MAX_POOLS } from './receiver-pools.ts';

it('limits the number of pools, and closes the least recently used one', async () => {
  const pools = createReceiverPools({ connectTimeoutMilliseconds: 1_000 });
  const open = (port: number) =>
    pools.open({ url: new URL(`http://127.0.0.1:${port}`), addresses: ['127.0.0.1'] }) as Pool;
  const first = open(1);
  const second = open(2);
  for (let port = 3; port <= MAX_POOLS; port += 1) open(port);
  expect(open(1)).toBe(first);
  open(MAX_POOLS + 1);
  await expect.poll(() => [first.closed, second.closed]).toEqual([false, true]);
  await pools.close();
});
