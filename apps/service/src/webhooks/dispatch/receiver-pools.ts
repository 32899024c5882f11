import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import type { CheckedAddress } from './address-guard.ts';

/** Connections to receivers, kept open between attempts. */
export interface ReceiverPools {
  /** A pool that connects to the checked addresses and to no other. */
  open: (address: CheckedAddress) => Pick<Pool, 'dispatch'>;
  close: () => Promise<void>;
}

export interface ReceiverPoolsOptions {
  connectTimeoutMilliseconds: number;
}

// A pool without connections is small, but a name whose addresses change at every look-up would
// create one at every attempt.
export const MAX_POOLS = 256;

// Tried one after the other; the default is shorter than a handshake across the world.
const NEXT_ADDRESS_AFTER_MILLISECONDS = 2_000;

const MAX_HEADER_BYTES = 16 * 1024;

export function createReceiverPools(options: ReceiverPoolsOptions): ReceiverPools {
  const pools = new LRUCache<string, Pool>({
    max: MAX_POOLS,
    dispose: (pool, _key, reason) => {
      // Lets the requests in flight finish.
      if (reason === 'evict') void pool.close();
    },
  });

  return {
    open: (address) => {
      // The addresses are part of the key: a name that resolves differently gets a new pool, and
      // no attempt uses a connection to an address that the present check did not see.
      const key = `${address.url.origin} ${address.addresses.toSorted().join(' ')}`;
      const cached = pools.get(key);
      if (cached !== undefined) return cached;
      const pool = connect(address, options);
      pools.set(key, pool);
      return pool;
    },
    close: async () => {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.destroy()));
    },
  };
}

function connect(address: CheckedAddress, options: ReceiverPoolsOptions): Pool {
  return new Pool(address.url.origin, {
    // The attempt's own deadline covers everything from the name to the last byte of the answer.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    allowH2: false,
    connect: {
      lookup: pinnedLookup(address.addresses),
      timeout: options.connectTimeoutMilliseconds,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MILLISECONDS,
    },
  });
}

/** Answers with the checked addresses instead of asking a second time, when the answer may differ. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, { all }, callback) => {
    const [first] = answers;
    if (first === undefined) callback(new Error('No address was checked.'), []);
    else if (all) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}
