import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCounts } from './counts.ts';

function folderOf(results: Record<string, object>): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-rating-counts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, content] of Object.entries(results)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(content));
  }
  return folder;
}

it('adds up the packages, and names each failure with its file and message', () => {
  const folder = folderOf({
    'spec/.results/vitest.json': {
      numPassedTests: 3,
      testResults: [{ name: 'spec.test.ts', status: 'passed', assertionResults: [] }],
    },
    'apps/docs/.results/vitest.json': {
      numPassedTests: 1,
      testResults: [
        {
          name: 'site.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'has a title' },
            { status: 'failed', fullName: 'has no dead link', failureMessages: ['Error: /gone'] },
          ],
        },
      ],
    },
  });
  expect(readCounts(folder)).toEqual({
    passed: 4,
    failures: ['site.test.ts: has no dead link\nError: /gone'],
  });
});

it('counts a file that fails outside of its tests as one failure', () => {
  const folder = folderOf({
    'tools/runner/.results/vitest.json': {
      numPassedTests: 1,
      testResults: [
        {
          name: 'broken.test.ts',
          status: 'failed',
          message: 'SyntaxError',
          assertionResults: [{ status: 'passed', fullName: 'passed before' }],
        },
      ],
    },
  });
  expect(readCounts(folder).failures).toEqual(['broken.test.ts: SyntaxError']);
});
