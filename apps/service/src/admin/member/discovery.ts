import { changeDiscovery } from '../../members/change-discovery.ts';
import { findDiscovery } from '../../members/store/discovery.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { findMember } from '../../players/find-member.ts';
import { OperatorError } from '../terminal/operator-error.ts';

/** Opts a member in to search and leaderboards or out of them, for a member who asked an operator to. */
export async function setDiscovery(
  dependencies: Dependencies,
  reference: string,
  isDiscoverable: boolean,
): Promise<{ memberId: string; name: string; isShown: boolean }> {
  const member = await findMember(dependencies.database, reference);
  if (member === undefined) {
    throw new OperatorError(
      `There is no member ${reference}. Give a member number or an identifier like mem_….`,
    );
  }
  await changeDiscovery(dependencies, { memberId: member.id, isDiscoverable, actor: 'operator' });
  const { isDiscoverable: isShown } = await findDiscovery(dependencies.database, member.id);
  return { memberId: member.id, name: `${member.first_name} ${member.last_name}`, isShown };
}
