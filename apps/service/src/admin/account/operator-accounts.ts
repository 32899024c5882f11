import { actOfOperator } from '../../operators/act-of-operator.ts';
import { newSetUpLink } from '../../operators/set-up-link.ts';
import {
  deleteOperator,
  insertOperator,
  replaceByLink,
} from '../../operators/store/operator-accounts.ts';
import { deleteOperatorDevices } from '../../operators/store/operator-devices.ts';
import { deleteSessionsOf } from '../../operators/store/operator-sessions.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import { OperatorError } from '../terminal/operator-error.ts';

const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,38}[a-z0-9])?$/;

type AccountDependencies = Pick<Dependencies, 'database' | 'clock' | 'publicUrl'>;

/**
 * Makes an account of an operator, and the link by which they set it up.
 * @throws OperatorError where the name is none, or taken.
 */
export async function createOperator(
  dependencies: AccountDependencies,
  name: string,
): Promise<{ link: string }> {
  if (!NAME.test(name)) {
    throw new OperatorError(
      `The name must be lower-case letters, digits, dots and hyphens, 40 at most: ${name}`,
    );
  }
  const now = dependencies.clock();
  const { address, link } = newSetUpLink(dependencies);
  await dependencies.database.transaction().execute(async (transaction) => {
    if (!(await insertOperator(transaction, { id: newId('opr'), name, now, link }))) {
      throw new OperatorError(
        `There is an operator ${name} already. \`account reset ${name}\` makes another link.`,
      );
    }
    const action = 'operator.created';
    await recordAudit(transaction, { ...actOfOperator(now), action, details: { name } });
  });
  return { link: address };
}

/**
 * Logs an operator out everywhere, makes password and app worthless, and makes a link to new ones.
 * @throws OperatorError where there is no such operator.
 */
export async function resetOperator(
  dependencies: AccountDependencies,
  name: string,
): Promise<{ link: string }> {
  const { address, link } = newSetUpLink(dependencies);
  await dependencies.database.transaction().execute(async (transaction) => {
    const operator = await replaceByLink(transaction, name, link);
    if (operator === undefined) throw noOperator(name);
    await deleteSessionsOf(transaction, operator.id);
    await deleteOperatorDevices(transaction, operator.id);
    const act = actOfOperator(dependencies.clock());
    await recordAudit(transaction, { ...act, action: 'operator.reset', details: { name } });
  });
  return { link: address };
}

/**
 * Removes an operator's account, and logs them out.
 * @throws OperatorError where there is no such operator.
 */
export async function removeOperator(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  name: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await deleteOperator(transaction, name))) throw noOperator(name);
    const act = actOfOperator(clock());
    await recordAudit(transaction, { ...act, action: 'operator.removed', details: { name } });
  });
}

function noOperator(name: string): OperatorError {
  return new OperatorError(`There is no operator ${name}. \`account list\` names each.`);
}
