import { contract } from '@partner-rating/spec/contract';
import { anchorOf } from './anchors.ts';

const addresses = new Map(
  contract
    .operations()
    .map(({ id, tag }) => [id, `/docs/reference#/${tag.toLowerCase()}/${id.toLowerCase()}`]),
);

/** Where the reference describes an operation; undefined for what is none. */
export function operationAddress(operationId: string): string | undefined {
  return addresses.get(operationId);
}

/** The heading in the Markdown of the reference for an address in the reference. */
export function operationHeading(address: string): string {
  const found = [...addresses].find(([, other]) => other.endsWith(address));
  return anchorOf(found?.[0] ?? address.split('/').at(-1) ?? '');
}
