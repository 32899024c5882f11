import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import {
  type EndpointAddress,
  judgeAddress,
  normalizeTargets,
} from '../domain/endpoint-address.ts';
import { isPublicAddress } from './domain/public-address.ts';

/** Gives every address of a name; rejects where there is none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface CheckedAddress {
  url: URL;
  /** Where to connect: these were checked, and no other may be used. */
  addresses: readonly string[];
}

/** Checks an endpoint's URL before an attempt; rejects with `AddressRefusedError`. */
export type AddressGuard = (url: string) => Promise<CheckedAddress>;

// One text for a name that does not resolve and one that resolves to a private address: a partner
// must not learn which names exist in the service's own network.
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError';

  constructor(options?: ErrorOptions) {
    super('The URL does not lead to a public address over HTTPS.', options);
  }
}

export interface AddressGuardOptions {
  privateTargets: readonly string[];
  resolvePublic?: Resolve;
  /** For the targets the operator allows, which may stand in the hosts file alone. */
  resolvePrivate?: Resolve;
}

export function createAddressGuard({
  privateTargets,
  resolvePublic = resolveByDns,
  resolvePrivate = resolveBySystem,
}: AddressGuardOptions): AddressGuard {
  const targets = normalizeTargets(privateTargets);
  // What follows from the text of a URL never changes; what its name resolves to is looked up at
  // every attempt.
  const addressesOf = new LRUCache<string, EndpointAddress>({
    max: 1_000,
    memoMethod: (text) => judgeAddress(text, targets),
  });
  return async (text) => {
    const address = addressesOf.memo(text);
    if ('fault' in address) throw new AddressRefusedError();
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

// Not the system's resolver: that one waits in a pool of few threads, where a partner's slow name
// server would hold up the log-ins, which hash their passwords there.
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
