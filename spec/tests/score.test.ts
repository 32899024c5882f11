import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { folder } from './source.ts';

it('redocly scores the document as easy to integrate', () => {
  const report = execFileSync(
    `${folder}node_modules/.bin/redocly`,
    ['score', 'openapi.yaml', '--format=json'],
    {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  expect(JSON.parse(report).agentReadiness).toBeGreaterThanOrEqual(85);
});
