import { type OperationId, operations } from '@partner-rating/server';
import { BASE_PATH } from '@partner-rating/service/src/platform/configuration/dependencies.ts';

const routes = operations.map(({ id, method, path }) => ({
  id: id as OperationId,
  method: method as string,
  address: new RegExp(`^${BASE_PATH}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation of the contract that a request calls; null for a page. */
export function operationOf(method: string, url: string): OperationId | null {
  const [path = ''] = url.split('?');
  const route = routes.find((one) => one.method === method && one.address.test(path));
  return route?.id ?? null;
}
