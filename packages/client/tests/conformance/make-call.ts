import { contract } from '@partner-rating/spec/contract';
import type { PagePromise } from '../../src/core/paging/page-promise.ts';
import type { PartnerRatingClient } from '../../src/index.ts';
import type { Call } from './cases.ts';

type Method = (...given: unknown[]) => PromiseLike<unknown>;
type List = PagePromise<{ nextCursor: string | null }, unknown>;

/** Makes the call of a case, with the method named like the operation. */
export async function makeCall(client: PartnerRatingClient, call: Call): Promise<unknown> {
  const { operation, method, template, path, query, bodyExample, as, maxItems, take } = call;
  const body = bodyExample === undefined ? call.body : contract.example(bodyExample).value;
  if (operation === undefined) {
    const given = { path, query, body } as object;
    return await client.request(method ?? 'GET', template ?? '/', given, call.options);
  }
  const { parameters, positional, ...found } = contract.operation(operation);
  const takesQuery = parameters.some((one) => one.in === 'query' && !positional.includes(one));
  const named = Object.entries(query ?? {}).filter(
    ([key]) => !positional.some((one) => one.name === key),
  );
  const given = [
    ...positional.map(({ name }) => path?.[name] ?? query?.[name]),
    ...(takesQuery
      ? [{ ...Object.fromEntries(named), ...(maxItems === undefined ? {} : { maxItems }) }]
      : []),
    ...(found.body ? [body] : []),
    call.options,
  ];
  const [resource = '', name = ''] = operation.split('.');
  const methods = Reflect.get(client, resource) as Record<string, Method>;
  const answer = methods[name]?.(...given);
  if (as === 'items')
    return await (answer as List).toArray(take === undefined ? {} : { limit: take });
  if (as !== 'pages') return await answer;
  const pages: unknown[] = [];
  for await (const page of (answer as List).pages()) pages.push(page);
  return pages;
}
