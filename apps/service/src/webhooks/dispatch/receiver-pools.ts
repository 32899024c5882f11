import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import {
  type EndpointAddress,
  isPublicAddress,
  judgeAddress,
  normalizeTargets,
} from '../domain/endpoint-address.ts';

/** Connections to receivers, kept open between attempts. */
export interface ReceiverPools {
  /** Returns a pool that connects only to the checked addresses. */
  open: (address: CheckedAddress) => Pick<Pool, 'dispatch'>;
  close: () => Promise<void>;
}

interface ReceiverPoolsOptions {
  connectTimeoutMilliseconds: number;
}

// A pool without connections is small, but a name whose addresses change at every look-up creates one at every attempt.
export const MAX_POOLS = 256;

// The time for each address. The default is shorter than a handshake across the world.
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
      // The addresses are part of the key, so that no attempt uses a connection to an address that was not checked now.
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
    // The deadline of the attempt covers everything.
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

/** Returns the checked addresses. A second look-up could return others. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, { all }, callback) => {
    const [first] = answers;
    if (first === undefined) callback(new Error('No address was checked.'), []);
    else if (all) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

/** Returns every address of a name; rejects if there is none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface CheckedAddress {
  url: URL;
  /** The checked addresses. No other may be used. */
  addresses: readonly string[];
}

/** Checks an endpoint's URL before an attempt; rejects with `AddressRefusedError`. */
export type AddressGuard = (url: string) => Promise<CheckedAddress>;

// The same text for an unknown name and for a private address, because a partner must not learn which names exist in the
// service's own network.
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError';

  constructor(options?: ErrorOptions) {
    super('The URL does not lead to a public address over HTTPS.', options);
  }
}

interface AddressGuardOptions {
  privateTargets: readonly string[];
  resolvePublic?: Resolve;
  /** For the targets that the operator allows, which may be only in the hosts file. */
  resolvePrivate?: Resolve;
}

export function createAddressGuard({
  privateTargets,
  resolvePublic = resolveByDns,
  resolvePrivate = resolveBySystem,
}: AddressGuardOptions): AddressGuard {
  const targets = normalizeTargets(privateTargets);
  // The result for the text of a URL never changes. The addresses of its name are looked up at every attempt.
  const addressesOf = new LRUCache<string, EndpointAddress>({
    max: 1_000,
    memoMethod: (text) => judgeAddress(text, targets),
  });
  return async (text) => {
    const address = addressesOf.memo(text);
    if ('error' in address) throw new AddressRefusedError();
    const { url, host, isPrivateTarget } = address;
    const resolve = isPrivateTarget ? resolvePrivate : resolvePublic;
    const addresses = isIP(host) === 0 ? await resolveOrRefuse(resolve, host) : [host];
    const isResolved = addresses.length > 0 && addresses.every((found) => isIP(found) !== 0);
    if (!isResolved || !(isPrivateTarget || addresses.every(isPublicAddress))) {
      throw new AddressRefusedError();
    }
    return { url, addresses };
  };
}

async function resolveOrRefuse(resolve: Resolve, host: string): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch (cause) {
    throw new AddressRefusedError({ cause });
  }
}

// The system's resolver uses the few threads that also hash passwords, so a partner's slow name server would delay log-ins.
const resolver = new Resolver({ timeout: 2_000, tries: 2 });

async function resolveByDns(host: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? answer.value : [],
  );
  if (addresses.length > 0) return addresses;
  throw new Error(`${host} has no address.`, {
    cause: answers.find((answer) => answer.status === 'rejected')?.reason,
  });
}

async function resolveBySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
}
