import type { OperationId } from '@partner-rating/client';
import type { ExampleName } from '@partner-rating/client/testing';
import type { Operation } from '@partner-rating/spec/document';
import { contract } from '../contract.ts';
import { players, type Scenario } from './scenario.ts';

export const emptyLists: Scenario = {
  description: 'Every list is empty: nobody is found, nothing has changed, nothing was sent.',
  player: players.mike,
  answers: Object.fromEntries(contract.operations().flatMap(emptyAnswer)),
};

/** The operation with its example of a list without entries; none of what is no list. */
function emptyAnswer({ id, responses, pagination }: Operation): [OperationId, ExampleName][] {
  const examples = responses['200']?.content['application/json']?.examples ?? [];
  const empty = examples.find(({ value }) => {
    const entries: unknown = pagination ? Object(value)[pagination.items] : value;
    return Array.isArray(entries) && entries.length === 0;
  });
  return empty ? [[id as OperationId, empty.name as ExampleName]] : [];
}
