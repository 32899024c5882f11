import type { Member } from '@partner-rating/client';
import { MemberSchema } from '@partner-rating/zod';

/** Returns a member from a cache, which may contain anything. */
export function memberFrom(cached: string): Member | undefined {
  const { data } = MemberSchema.safeParse(JSON.parse(cached));
  return data;
}
