import type { Database } from '../../platform/database/schema.ts';
import { findMember } from '../../players/find-member.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { type ShownMember, summarizeMember } from './store/member-summaries.ts';

/** @throws OperatorError where there is no such member. */
export async function showMember(database: Database, reference: string): Promise<ShownMember> {
  const member = await findMember(database, reference);
  const shown = member && (await summarizeMember(database, member.id));
  if (shown !== undefined) return shown;
  throw new OperatorError(
    `There is no member ${reference}. \`member find\` finds them by name or e-mail address.`,
  );
}
