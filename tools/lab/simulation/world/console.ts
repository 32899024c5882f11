import {
  type PartnerPerson,
  partnerCaller,
} from '@partner-rating/service/src/console/api/caller.ts';
import { createAdminHandler } from '@partner-rating/service/src/console/serve-admin.ts';
import { readAdminContract } from '@partner-rating/spec/contract';
import { expectThat } from '../finding.ts';
import { operate } from './network.ts';
import { ADMIN_PATH } from './page-routes.ts';
import type { World } from './world.ts';

export interface Answered {
  status: number;
  /** The code of the problem, or null for a success. */
  code: string | null;
  body: unknown;
}

const admin = readAdminContract();

/**
 * Calls an operation as the console's pages do for a logged-in person. It sends the document's
 * example, with these changes.
 */
export async function callAsPerson(
  world: World,
  caller: PartnerPerson,
  id: string,
  given: Record<string, string> = {},
): Promise<Answered> {
  const { method, path: template, parameters, body: input } = admin.operation(id);
  const exampleOf = (name: string) =>
    admin.firstExample(parameters.find((one) => one.name === name)?.schema ?? {});
  const path = template.replace(/\{(\w+)\}/g, (_, name) => `${given[name] ?? exampleOf(name)}`);
  const [example] = input?.content['application/json']?.examples ?? [];
  return await operate(world, async () => {
    const handle = createAdminHandler(world.dependencies, {
      findPerson: async () => partnerCaller(caller),
    });
    const response = await handle(
      new Request(`http://localhost${ADMIN_PATH}${path}`, {
        method,
        headers: {
          'x-partner-session': 'open',
          ...(example !== undefined && { 'content-type': 'application/json' }),
        },
        ...(example !== undefined && { body: JSON.stringify(example.value) }),
      }),
    );
    const text = await response.text();
    const body = text === '' ? null : JSON.parse(text);
    expectThat(
      world.link.isCut || response.status < 500,
      () => `${method} ${path} was answered ${response.status}: ${text}`,
    );
    world.record(`${caller.name} ${method} ${path} ${response.status}`);
    return { status: response.status, code: body?.code ?? null, body };
  });
}
