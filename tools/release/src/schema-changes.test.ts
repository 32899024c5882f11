import { expect, it } from 'vitest';
import { noteSchemaChange } from './schema-changes.ts';

const entry = (version: string, text: string) =>
  `## ${version}\n\nReleased on 2026-12-01.\n\n${text}\n`;
const title = '# @partner-rating/service\n\n';
const changes = '### Minor Changes\n\n- More.\n';
const noted = (which: string) =>
  `**Schema changed:** ${which}. Stop all instances before you upgrade.\n\n${changes}`;
const earlier = entry('0.2.0', noted('migrations 0002 to 0006'));

it('the changelog of a release names the migrations that no earlier release has', () => {
  const migrations = ['0006-a.ts', '0008-c.ts', '0008-c.test.ts', '0007-b.ts'];
  expect(noteSchemaChange(title + entry('0.3.0', changes) + earlier, migrations)).toBe(
    title + entry('0.3.0', noted('migrations 0007 to 0008')) + earlier,
  );
  expect(noteSchemaChange(title + entry('0.3.0', changes) + earlier, ['0007-b.ts'])).toBe(
    title + entry('0.3.0', noted('migration 0007')) + earlier,
  );
});

it('the changelog of a release without new migrations says nothing about the schema', () => {
  const changelog = title + entry('0.3.0', changes) + earlier;
  expect(noteSchemaChange(changelog, ['0006-a.ts', '0004-d.ts'])).toBe(changelog);
});
