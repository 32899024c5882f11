import { dirname } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';

const use = `({ MatchVoidInputSchema, MemberSchema, UsageSchema }) => {
  if (!MatchVoidInputSchema.safeParse({ reason: 'The wrong court.' }).success) throw new Error('A request is refused.');
  if (MatchVoidInputSchema.safeParse({ reason: 'x', by: 'me' }).success) throw new Error('An unknown field is accepted.');
  if (MemberSchema.safeParse({}).success || !UsageSchema) throw new Error('An empty object is accepted as a member.');
}`;

await checkPackage(dirname(import.meta.dirname), {
  use: ({ inEachFormat }) => inEachFormat(use, ['@partner-rating/zod']),
});
