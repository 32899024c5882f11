import { forgetPeople } from '../../erasure/clear-remains.ts';
import { eraseMember } from '../../erasure/erase-member.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { OperatorError } from '../terminal/operator-error.ts';

/**
 * Erases a person who asked the operator to. Where that is done and something they left behind cannot be cleaned
 * up, the caller is given why: retention does it later.
 * @throws OperatorError where they are erased already.
 */
export async function erasePerson(
  dependencies: Dependencies,
  { memberId, selected = [] }: { memberId: string; selected?: readonly string[] },
  onCleanUpFailed: (error: unknown) => void,
): Promise<{ connections: number }> {
  const erasure = await eraseMember(dependencies, { memberId, actor: 'operator', selected });
  if (erasure === null) throw new OperatorError(`${memberId} was erased meanwhile.`);
  await forgetPeople(dependencies.database, erasure).catch(onCleanUpFailed);
  return { connections: erasure.connections };
}
