import type { Database, MemberRow } from '../platform/database/schema.ts';
import { splitReferences } from './domain/references.ts';
import { findMembers } from './store/members.ts';

/** The member whom a partner calls by a `mem_…` id or a member number. */
export async function findMember(
  database: Database,
  reference: string,
): Promise<MemberRow | undefined> {
  const [member] = await findMembers(database, splitReferences([reference]));
  return member;
}
