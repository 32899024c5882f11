import { type Handler, RenderedJson, type Schemas } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { createReadConnectedMember } from '../connected-member.ts';

export function get(dependencies: Dependencies): Handler<'members.get', Caller> {
  const readConnectedMember = createReadConnectedMember(dependencies);
  return async ({ query }, { principal }) => {
    const { json } = await readConnectedMember({
      caller: principal,
      reference: query.memberId,
      scope: 'user:profile:read',
      orCard: true,
      sports: query.sport ?? null,
    });
    return { status: 200, body: new RenderedJson<Schemas.Member>(json) };
  };
}
