import { anchorOf } from '../markdown/anchors.ts';
import { operations } from './contract.ts';

const addresses = new Map(
  operations.map(({ operationId, tag }) => [
    operationId,
    `/docs/reference#/${tag.toLowerCase()}/${operationId.toLowerCase()}`,
  ]),
);

/** Where the reference tells of an operation; undefined for what is none. */
export function operationAddress(operationId: string): string | undefined {
  return addresses.get(operationId);
}

/** The heading in the Markdown of the reference for a place in the reference. */
export function operationHeading(place: string): string {
  const found = [...addresses].find(([, address]) => address.endsWith(place));
  return anchorOf(found?.[0] ?? place.split('/').at(-1) ?? '');
}
