import { forgetPeople } from '../../erasure/clear-remains.ts';
import { eraseMember } from '../../erasure/erase-member.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { OperatorError } from '../terminal/operator-error.ts';

/**
 * Erases a person who asked the operator to.
 * @throws OperatorError where they are erased already.
 */
export async function erasePerson(
  dependencies: Dependencies,
  memberId: string,
): Promise<{ connections: number }> {
  const erasure = await eraseMember(dependencies, { memberId, actor: 'operator' });
  if (erasure === null) throw new OperatorError(`${memberId} was erased meanwhile.`);
  await forgetPeople(dependencies.database, erasure);
  return { connections: erasure.connections };
}
