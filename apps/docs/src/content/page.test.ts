import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { repositoryOf } from './page.ts';

const workflow = { GITHUB_REPOSITORY: 'owner/name', GITHUB_SERVER_URL: 'https://git.example' };

testRows([
  [workflow, '', 'https://git.example/owner/name'],
  [workflow, 'https://github.com/other/name', 'https://git.example/owner/name'],
  [{}, 'https://github.com/owner/name.git\n', 'https://github.com/owner/name'],
  [{}, 'git@github.com:owner/name.js.git\n', 'https://github.com/owner/name.js'],
  [{}, '/home/somebody/name\n', null],
  [{}, 'https://github.com.example/owner/name\n', null],
  [{}, '', null],
] as const)(
  'pages link to a repository only if its address is known',
  (environment, origin, site) => {
    expect(repositoryOf(environment, origin)).toBe(site);
  },
);
