import { decoyHash } from '../../connect/login/check-password.ts';
import { readEmail } from '../../connect/login/domain/account-mail.ts';
import { createLink, endLinks } from '../../connect/login/links.ts';
import {
  insertAccount,
  lockAccount,
  overwritePassword,
} from '../../connect/login/store/accounts.ts';
import { deleteDevices } from '../../connect/login/store/devices.ts';
import { deleteSecondFactor } from '../../connect/login/store/second-factors.ts';
import { deleteSessions } from '../../connect/login/store/sessions.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { answerOnce } from '../actions/answer-once.ts';
import { inTransaction, recordAct } from '../actions/audited.ts';
import {
  type AdminHandlers,
  created,
  type IdsOf,
  nameKey,
  notFound,
  readPage,
  refuseField,
  viewOf,
} from '../api/handlers.ts';
import { revokeTokensOf } from '../store/operator-tokens.ts';
import {
  deleteOperator,
  findOperator,
  type ListedOperator,
  listOperators,
  type OperatorRole,
  updateOperator,
} from '../store/operators.ts';

/** The operations about the accounts with which operators use their pages. */
export const operators: AdminHandlers<IdsOf<'operators'>> = {
  'operators.list': async ({ database }, { query }) => {
    const { rows, nextCursor } = await readPage(
      query,
      nameKey,
      async (part) => await listOperators(database, part),
      ({ name }) => name,
    );
    return { status: 200, body: { operators: rows.map(operatorView), nextCursor } };
  },

  'operators.create': async (dependencies, { body }, { raw }) =>
    await answerOnce(dependencies, raw, async (transaction, now) => {
      const link = await storeOperator(transaction, dependencies, body, now);
      return created(dependencies, `operators/${body.name}`, { name: body.name, link });
    }),

  'operators.get': async (dependencies, { path }) => await show(dependencies, path.name),

  'operators.update': async (dependencies, { path: { name }, body }) => {
    await inTransaction(dependencies, async (transaction, now) => {
      const { id, email, role: before } = await lockOperator(transaction, name);
      const { role = before } = body;
      const address = body.email === undefined ? email : body.email && readAddress(body.email);
      await updateOperator(transaction, { id, role, email: address });
      const change = role === before ? {} : { role, roleBefore: before };
      await recordAct(transaction, now, 'operator.edited', { details: { name, ...change } });
    });
    return await show(dependencies, name);
  },

  // A token of a name without an account has the role that it was created with.
  'operators.remove': async (dependencies, { path: { name } }) => {
    await inTransaction(dependencies, async (transaction, now) => {
      const { id } = await lockOperator(transaction, name);
      await deleteOperator(transaction, id);
      const revokedTokens = await revokeTokensOf(transaction, name, now);
      await recordAct(transaction, now, 'operator.removed', { details: { name, revokedTokens } });
    });
    return { status: 204 };
  },

  'operators.reset': async (dependencies, { path: { name } }, { raw }) =>
    await answerOnce(dependencies, raw, async (transaction, now) => {
      const { id: accountId } = await lockOperator(transaction, name);
      await overwritePassword(transaction, { accountId, passwordHash: decoyHash, now });
      await deleteSecondFactor(transaction, accountId);
      await deleteSessions(transaction, accountId);
      await deleteDevices(transaction, accountId);
      await endLinks(transaction, { accountId, now });
      await recordAct(transaction, now, 'operator.reset', { details: { name } });
      const link = await linkFor(transaction, dependencies, accountId, 'set-up');
      return { status: 200, body: { name, link } } as const;
    }),

  'operators.createLink': async (dependencies, { path: { name } }, { raw }) =>
    await answerOnce(dependencies, raw, async (transaction, now) => {
      const operator = await findOperator(transaction, name);
      if (operator === undefined || operator.setUpAt === null) {
        throw notFound(
          `There is no operator ${name} whose account is set up. Reset the account for a link to set it up.`,
        );
      }
      await recordAct(transaction, now, 'operator.link_created', { details: { name } });
      const link = await linkFor(transaction, dependencies, operator.id, 'log-in');
      return { status: 200, body: { name, link } } as const;
    }),
};

type LinkDependencies = Pick<Dependencies, 'clock' | 'publicUrl'>;

interface NewOperator {
  name: string;
  role?: OperatorRole | undefined;
  email?: string | null | undefined;
}

/**
 * Creates the account of an operator in its own transaction, and returns the link with which they set it up.
 * @throws ProblemError if the name is taken, or the address is not valid.
 */
export async function createOperator(
  dependencies: LinkDependencies & Pick<Dependencies, 'database'>,
  operator: NewOperator,
): Promise<string> {
  return await inTransaction(
    dependencies,
    async (transaction, now) => await storeOperator(transaction, dependencies, operator, now),
  );
}

async function storeOperator(
  transaction: DatabaseTransaction,
  dependencies: LinkDependencies,
  { name, role = 'admin', email = null }: NewOperator,
  now: Date,
): Promise<string> {
  const id = newId('opr');
  const account = { id, name, role, email: email === null ? null : readAddress(email) };
  const isNew = await insertAccount(transaction, {
    ...{ ...account, password_hash: decoyHash, created_at: now, password_changed_at: now },
  });
  if (!isNew) {
    const detail = `There is an operator ${name} already. Reset the account for another link.`;
    throw refuseField('/name', detail, 'repeated_identifier');
  }
  await recordAct(transaction, now, 'operator.created', { details: { name, role } });
  return await linkFor(transaction, dependencies, id, 'set-up');
}

/**
 * Returns an account, and lets nobody log in to it until the transaction ends.
 * @throws ProblemError if there is no such operator.
 */
async function lockOperator(
  transaction: DatabaseTransaction,
  name: string,
): Promise<ListedOperator> {
  const found = await findOperator(transaction, name);
  if (found === undefined || !(await lockAccount(transaction, found.id))) throw noOperator(name);
  return (await findOperator(transaction, name)) ?? found;
}

async function linkFor(
  transaction: DatabaseTransaction,
  dependencies: LinkDependencies,
  accountId: string,
  purpose: 'set-up' | 'log-in',
): Promise<string> {
  const link = { of: 'operator', purpose, registrationId: null, accountId, email: null } as const;
  return await createLink(transaction, dependencies, link);
}

function readAddress(email: string): string {
  const address = readEmail(email);
  if (address === null) throw refuseField('/email', `This is not an email address: ${email}`);
  return address;
}

function noOperator(name: string) {
  return notFound(`There is no operator ${name}. List the operators to find them.`);
}

async function show({ database }: Pick<Dependencies, 'database'>, name: string) {
  const found = await findOperator(database, name);
  if (found === undefined) throw noOperator(name);
  return { status: 200, body: operatorView(found) } as const;
}

function operatorView({ id: _, ...operator }: ListedOperator) {
  return viewOf(operator);
}
