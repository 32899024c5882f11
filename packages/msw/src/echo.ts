import type { OperationId } from '@partner-rating/client';
import type { ExampleRequest } from '@partner-rating/client/testing';
import { operations } from './operations.gen.ts';

type Values = Record<string, unknown>;

/** Returns the example with values of the request: the player, match, sport, and address, and at most `limit` items. */
export function echo(answer: unknown, request: ExampleRequest): unknown {
  const { echoes, items } = operations[request.operation];
  const sent: Values = { ...request.query, ...Object(request.body), ...request.path };
  const special = specials[request.operation]?.(answer, sent);
  if (special !== undefined) return special;
  if (!isObject(answer)) return answer;
  const repeated = Object.entries(echoes)
    .filter(([name]) => sent[name] !== undefined)
    .map(([name, property]) => [property, sent[name]]);
  const found = items === undefined ? undefined : answer[items];
  return {
    ...answer,
    ...Object.fromEntries(repeated),
    ...(items !== undefined &&
      Array.isArray(found) &&
      typeof sent.limit === 'number' && { [items]: found.slice(0, sent.limit) }),
  };
}

/** Sets the player of the request, whose name differs between request and answer. */
const specials: { readonly [Id in OperationId]?: (answer: unknown, sent: Values) => unknown } = {
  'members.get': (answer, { memberId }) => withReference(answer, memberId),
  'members.getBulk': (answer, { ids }) =>
    Array.isArray(answer) && answer.length > 0 && Array.isArray(ids)
      ? ids.map((id, index) => withReference(answer[index % answer.length], id))
      : undefined,
  'leaderboard.rank': (answer, { memberId, sport }) =>
    isObject(answer) && {
      ...answer,
      sport,
      player: withReference(answer.player, memberId),
    },
};

/** Returns the member with this external identifier or number. */
function withReference(member: unknown, reference: unknown): unknown {
  if (!isObject(member) || typeof reference !== 'string') return member;
  return reference.startsWith('mem_')
    ? { ...member, id: reference }
    : { ...member, memberId: Number(reference) };
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
