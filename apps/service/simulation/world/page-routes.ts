import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { BASE_PATH } from '../../src/platform/configuration/dependencies.ts';

/** What the service serves beside the operations of the contract. */
export interface PageRoute {
  /** Method and path, as the service registers them: `GET /operator/partners/:clientId`. */
  name: string;
  method: string;
  address: RegExp;
}

const INITIALIZATION = 'fastify.initialization';

/** Builds the service, and gives each page that it registers, whichever part of it does. */
export async function buildWithPages(
  build: () => Promise<FastifyInstance>,
): Promise<{ app: FastifyInstance; pages: PageRoute[] }> {
  const pages: PageRoute[] = [];
  const watch = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) {
        if (one !== 'HEAD' && !url.startsWith(BASE_PATH)) pages.push(routeOf(one, url));
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

function routeOf(method: string, path: string): PageRoute {
  const pattern = path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*');
  return { name: `${method} ${path}`, method, address: new RegExp(`^${pattern}$`) };
}

/** The page that a request opens or sends a form to; null for an operation. What is named beats what is left to any address. */
export function pageOf(pages: readonly PageRoute[], method: string, url: string): string | null {
  const [path = ''] = url.split('?');
  const fitting = pages.filter((page) => page.method === method && page.address.test(path));
  const page = fitting.find(({ name }) => !name.includes('*')) ?? fitting[0];
  return page?.name ?? null;
}
