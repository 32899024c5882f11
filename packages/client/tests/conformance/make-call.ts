import { contract } from '@partner-rating/spec/contract';
import type { PagePromise } from '../../src/core/paging/page-promise.ts';
import type { PartnerRatingClient } from '../../src/index.ts';
import type { Call } from './cases.ts';

type Method = (...given: unknown[]) => PromiseLike<unknown>;
type List = PagePromise<{ nextCursor: string | null }, unknown>;

/** Makes the call of a case, by the method that has the name of the operation. */
export async function makeCall(client: PartnerRatingClient, call: Call): Promise<unknown> {
  const { operation, method, template, path, query, bodyExample, as, maxItems, take } = call;
  const body = bodyExample === undefined ? call.body : contract.example(bodyExample).value;
  if (operation === undefined) {
    const given = { path, query, body } as object;
    return await client.request(method ?? 'GET', template ?? '/', given, call.options);
  }
  const { parameters, ...found } = contract.operation(operation);
  const takesQuery = parameters.some((parameter) => parameter.in === 'query');
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const given = [
    ...inPath.map(({ name }) => path?.[name]),
    ...(takesQuery ? [{ ...query, ...(maxItems === undefined ? {} : { maxItems }) }] : []),
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
