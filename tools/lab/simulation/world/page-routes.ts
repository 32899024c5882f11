import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type OperationId, operations } from '@partner-rating/server';
import { operations as adminOperations } from '@partner-rating/service/src/console/api/interface.gen.ts';
import { operatorPageDefinitions } from '@partner-rating/service/src/console/pages/pages.ts';
import { BASE_PATH } from '@partner-rating/service/src/platform/configuration/dependencies.ts';
import type { FastifyInstance } from 'fastify';

/** The pages that the service serves in addition to the contract's operations. */
export interface PageRoute {
  /**
   * Method and path as registered, and the action of a form: `POST /operator/matches/:matchId
   * void`.
   */
  name: string;
  method: string;
  address: RegExp;
}

export interface SentRequest {
  method: string;
  url: string;
  payload?: object | string;
}

const INITIALIZATION = 'fastify.initialization';

/** Builds the service, and lists each page that any part of it registers. */
export async function buildWithPages(
  build: () => Promise<FastifyInstance>,
): Promise<{ app: FastifyInstance; pages: PageRoute[] }> {
  const pages: PageRoute[] = [];
  const watch = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) {
        if (one !== 'HEAD' && !url.startsWith(BASE_PATH)) pages.push(...routesOf(one, url));
      }
    });
  };
  subscribe(INITIALIZATION, watch);
  try {
    const app = await build();
    await app.ready();
    return { app, pages };
  } finally {
    unsubscribe(INITIALIZATION, watch);
  }
}

function routesOf(method: string, path: string): PageRoute[] {
  const pattern = path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*');
  const route = { name: `${method} ${path}`, method, address: new RegExp(`^${pattern}$`) };
  const { acts } = operatorPageDefinitions.find((page) => page.path === path) ?? {};
  if (method !== 'POST' || acts === undefined) return [route];
  return Object.keys(acts).map((act) => ({ ...route, name: `${route.name} ${act}` }));
}

/** The page of a request, or null for an operation. A specific route wins over a parameter. */
export function pageOf(
  pages: readonly PageRoute[],
  { method, url, payload }: SentRequest,
): string | null {
  const [path = ''] = url.split('?');
  const fitting = pages.filter((page) => page.method === method && page.address.test(path));
  const act = typeof payload === 'string' ? new URLSearchParams(payload).get('act') : null;
  const page =
    fitting.find(({ name }) => name.endsWith(` ${act}`)) ??
    fitting.find(({ name }) => !name.includes('*')) ??
    fitting[0];
  return page?.name ?? null;
}

export const ADMIN_PATH = '/api/admin/v1';

/** An operation of the contract or of the operators' document. */
export type PlayedOperation = OperationId | `operators ${string}`;

const routes = [
  ...operations.map((one) => routeOf(one.id as OperationId, one, BASE_PATH)),
  ...adminOperations.map((one) => routeOf(`operators ${one.id}`, one, ADMIN_PATH)),
];

function routeOf(
  id: PlayedOperation,
  { method, path }: { method: string; path: string },
  prefix: string,
) {
  const address = new RegExp(`^${prefix}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return { id, method, address };
}

/** The operation of a request, or null for a page. */
export function operationOf(method: string, url: string): PlayedOperation | null {
  const [path = ''] = url.split('?');
  const route = routes.find((one) => one.method === method && one.address.test(path));
  return route?.id ?? null;
}
