import { expect, it } from 'vitest';
import { describeChanges } from './document-changes.ts';

it('a change at several pointers is listed once, with the first of them', () => {
  const removed = { kind: 'removed' as const, impact: 'major' as const };
  const verdicts = [{ message: 'Property `city` of `Member` was removed.' }];
  const changes = [
    { ...removed, path: '#/paths/~1partner~1member/get/responses/200', verdicts },
    { ...removed, path: '#/paths/~1partner~1members/get/responses/200', verdicts },
    {
      kind: 'modified' as const,
      impact: 'patch' as const,
      path: '#/info',
      property: 'description',
      verdicts: [],
    },
  ];
  expect(describeChanges({ changes }, 'major')).toEqual([
    'Property `city` of `Member` was removed. (GET /partner/member, responses/200, and 1 more)',
  ]);
  expect(describeChanges({ changes }, 'patch')).toEqual(['`description` modified (#/info)']);
});
