import { expect, it } from 'vitest';
import { objectsIn } from './json-objects.ts';
import { bundle } from './source.ts';

it('the description of an open set lists its values, and says that more may be added', () => {
  const open = [...objectsIn(bundle.document)]
    .map(([, node]) => node)
    .filter((node) => 'x-extensible-enum' in node);
  expect(open.length).toBeGreaterThan(0);
  for (const { description, pattern, 'x-extensible-enum': values } of open) {
    const [, known = ''] = String(description).split('Known today: ');
    for (const value of values as string[]) {
      expect(known).toContain(`\`${value}\``);
      expect(value).toMatch(new RegExp(String(pattern)));
    }
    expect(known).toMatch(/More may be added|are added without notice/);
  }
});
