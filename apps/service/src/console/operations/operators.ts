import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import {
  createOperator,
  editOperator,
  linkOperator,
  noOperator,
  removeOperator,
  resetOperator,
} from '../actions/operator-accounts.ts';
import { type AdminHandlers, pageOf, readAfter, timeOf } from '../api/caller.ts';
import type { OperationTypes } from '../api/operation-types.gen.ts';
import type * as Types from '../api/types.gen.ts';
import { findOperator, type ListedOperator, listOperators } from '../store/operators.ts';

type Ids = Extract<keyof OperationTypes, `operators.${string}`>;

/** The operations about the accounts with which operators use their pages. */
export function operators(dependencies: Dependencies): AdminHandlers<Ids> {
  const { database, publicUrl } = dependencies;
  const show = async (name: string) => {
    const found = await findOperator(database, name);
    if (found === undefined) throw noOperator(name);
    return { status: 200, body: viewOf(found) } as const;
  };

  return {
    'operators.list': async ({ query: { limit, cursor } }) => {
      const found = await listOperators(database, { after: readAfter(cursor), limit: limit + 1 });
      const { rows, nextCursor } = pageOf(found, limit, ({ name }) => name);
      return { status: 200, body: { operators: rows.map(viewOf), nextCursor } };
    },

    'operators.create': async ({ body }) => {
      const { name } = body;
      const { link } = await createOperator(dependencies, body);
      return {
        status: 201,
        headers: { location: `${publicUrl}/api/admin/v1/operators/${name}` },
        body: { name, link },
      };
    },

    'operators.get': async ({ path }) => await show(path.name),

    'operators.update': async ({ path: { name }, body }) => {
      await editOperator(dependencies, name, body);
      return await show(name);
    },

    'operators.remove': async ({ path }) => {
      await removeOperator(dependencies, path.name);
      return { status: 204 };
    },

    'operators.reset': async ({ path: { name } }) => {
      const { link } = await resetOperator(dependencies, name);
      return { status: 200, body: { name, link } };
    },

    'operators.createLink': async ({ path: { name } }) => {
      const { link } = await linkOperator(dependencies, name);
      return { status: 200, body: { name, link } };
    },
  };
}

function viewOf({
  id: _,
  createdAt,
  setUpAt,
  lastLogInAt,
  ...operator
}: ListedOperator): Types.OperatorAccount {
  return {
    ...operator,
    createdAt: timeOf(createdAt),
    setUpAt: timeOf(setUpAt),
    lastLogInAt: timeOf(lastLogInAt),
  };
}
