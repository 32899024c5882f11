import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import { loadRatings } from '../ratings/store/ratings.ts';
import { findConnectedMember } from './connected-member.ts';
import { toMember } from './domain/member.ts';

export function get(dependencies: Dependencies): Handler<'members.get', Caller> {
  return async ({ query }, { principal }) => {
    const { member, grantedScopes } = await findConnectedMember(dependencies, {
      caller: principal,
      reference: query.memberId,
      scope: 'user:profile:read',
    });
    const ratings = grantedScopes.includes('user:rating:read')
      ? await loadRatings(dependencies.database, [member.id], query.sport ?? null)
      : [];
    return {
      status: 200,
      body: toMember({ member, ratings, grantedScopes, now: dependencies.clock() }),
    };
  };
}
