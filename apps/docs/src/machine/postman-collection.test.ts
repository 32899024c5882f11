import { contract } from '@partner-rating/spec/contract';
import { expect, it } from 'vitest';
import { postmanCollection } from './postman-collection.ts';

interface Item {
  item?: Item[];
  request?: { url: { query: { key: string; value: string }[] } };
}

const requestsIn = ({ item = [], request }: Item): NonNullable<Item['request']>[] => [
  ...(request === undefined ? [] : [request]),
  ...item.flatMap(requestsIn),
];

it('the Postman collection has a request for each operation, with the examples of the contract', async () => {
  const requests = requestsIn(JSON.parse(await postmanCollection()));
  expect(requests).toHaveLength(contract.operations().length);
  const sent = requests.flatMap(({ url }) => url.query);
  expect(sent).toContainEqual(expect.objectContaining({ key: 'state', value: exampleOf('state') }));
  expect(sent.filter(({ value }) => /^<.*>$/.test(value))).toEqual([]);
});

it('the same contract always gives the same collection', async () => {
  expect(await postmanCollection()).toBe(await postmanCollection());
});

function exampleOf(name: string): unknown {
  const parameters = contract.operations().flatMap((operation) => operation.parameters);
  return contract.firstExample(parameters.find((one) => one.name === name)?.schema ?? {});
}
