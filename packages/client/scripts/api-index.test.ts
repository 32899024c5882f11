import { contract } from '@partner-rating/spec/contract';
import { expect, test } from 'vitest';
import { apiIndex } from './api-index.ts';
import { createPackageProgram, publicApi } from './public-api.ts';

const entries = publicApi(createPackageProgram());
const index = apiIndex(entries, contract);

test('every operation is listed as a method, with its request', () => {
  for (const { id, method, path } of contract.operations()) {
    // A page for the player's browser, of which the client only returns the URL.
    if (id === 'oauth.showAuthorization') continue;
    const [, after = ''] = index.split(`- \`client.${id}(`);
    expect(after.split('\n')[1]).toContain(`${method} \`${path}\`. `);
  }
});

test('every export of every entry is listed under its entry, in words', () => {
  for (const { name, exports } of entries) {
    const [, section = ''] = index.split(`## \`${name}\`\n`);
    const [ofEntry = ''] = section.split('\n## ');
    for (const symbol of exports) {
      const [, line = ''] = ofEntry.split(new RegExp(`^- \`${symbol.name}\\b`, 'm'));
      expect(line.split('\n- ')[0]).toMatch(/\p{Letter}{2,}[^\n]*[.:]/u);
    }
  }
});

test('types are called by the names that are exported', () => {
  expect(index).toContain('`client.usage.get(options?: RequestOptions): ResponsePromise<Usage>`');
  expect(index).toContain('PagePromise<Leaderboard, LeaderboardEntry>`');
});

test('a function with overloads is listed by the one that takes the most', () => {
  expect(index).toContain('`describeScope(scope: string): string | undefined`');
});
