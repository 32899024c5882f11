import { choice, create, labelled, type Option, type Part } from './elements.ts';
import { isOwnMachine } from './request.ts';
import type { Sendable } from './sendable-operation.ts';

const ANOTHER: Option = ['', 'Another address'];

// Stays for the next operation, until the page is left.
let lastAddress: string | undefined;

/** Where the request is sent: one of the servers of the contract, or another port of this machine. */
export function serverPart(servers: Sendable['servers']): Part<string> {
  const known = reachable(servers);
  const server = choice([...known.map(({ address, label }): Option => [address, label]), ANOTHER]);
  const address = create('input', {
    type: 'url',
    required: true,
    spellcheck: false,
    value: lastAddress ?? known[0]?.address ?? '',
  });
  const chooseByAddress = (): void => {
    lastAddress = address.value;
    const isKnown = known.some((one) => one.address === address.value);
    server.value = isKnown ? address.value : ANOTHER[0];
  };
  server.addEventListener('change', () => {
    address.value = server.value;
    lastAddress = server.value;
  });
  address.addEventListener('input', chooseByAddress);
  chooseByAddress();
  return {
    elements: [labelled('Server', server), labelled('Address', address)],
    read: () => address.value,
  };
}

/**
 * A service answers the pages that come from itself alone, so it is offered where this page comes from one on the
 * reader's machine. The mock answers all.
 */
function reachable(servers: Sendable['servers']): Sendable['servers'] {
  const others = servers.filter(({ isMock }) => isMock);
  const own = servers.find(({ isMock }) => !isMock);
  if (own === undefined || !isOwnMachine(location)) return others;
  return [{ ...own, address: `${location.origin}${new URL(own.address).pathname}` }, ...others];
}
