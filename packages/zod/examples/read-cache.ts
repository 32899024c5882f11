import type { Member } from '@partner-rating/client';
import { MemberSchema } from '@partner-rating/zod';

/** A member from a cache, where anything may lie. */
export function memberFrom(cached: string): Member | undefined {
  const { data } = MemberSchema.safeParse(JSON.parse(cached));
  return data;
}
