import { describe, expect, test } from 'vitest';
import { withValue } from './example-files.ts';

const text = `# Given by the service.
summary: Mike and a batch
value:
  # Never the same twice.
  id: mem_1
  scores: [11, 8]
  note: >-
    A sentence that was folded, and that is so long that it does not fit on a single line of the
    file.
  teams:
    - ['10482']
    - name: Mike
  gone: true
`;

describe('replacing the value of an example', () => {
  test('keeps the text if the value is the same', () => {
    const value = {
      id: 'mem_1',
      scores: [11, 8],
      note: 'A sentence that was folded, and that is so long that it does not fit on a single line of the file.',
      teams: [['10482'], { name: 'Mike' }],
      gone: true,
    };
    expect(withValue(text, value)).toBe(text);
  });

  test('keeps the summary and comments, and orders new fields as the response does', () => {
    const value = { id: 'mem_1', at: '2026-09-12T18:04:11.000Z', scores: [11, 6], none: [] };
    expect(withValue(text, value)).toBe(`# Given by the service.
summary: Mike and a batch
value:
  # Never the same twice.
  id: mem_1
  at: '2026-09-12T18:04:11.000Z'
  scores: [11, 6]
  none: []
`);
  });
});
