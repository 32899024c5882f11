// Part of `pnpm check` and `pnpm test:full`: checks that the bumps of the pending changesets are large enough for the
// changes of the document and of each public API since the last release, which `released/` of each package stores.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readChangesets } from '@changesets/read';
import { Command } from 'commander';
import { apiChanges } from './api-changes.ts';
import { type Bump, isEnough } from './bumps.ts';
import { describeChanges, documentChanges } from './document-changes.ts';
import {
  apiReport,
  documentFile,
  type PublishedPackage,
  publishedPackages,
  releasedFile,
} from './published-packages.ts';

new Command()
  .description('Compares the pending changesets with what changed since the last release.')
  .parse();

const maxLines = 20;
const effects = {
  major: 'breaks callers',
  minor: 'callers can see',
  patch: 'readers can see',
};
const root = resolve(import.meta.dirname, '../../..');
const packages = publishedPackages(root);
const changesets = await readChangesets(root).catch(({ message }: Error) => refuse([message]));
const released = packages.filter(({ version }) => version !== '0.0.0');
const missing = released.flatMap((one) => {
  const file = releasedFile(one);
  return file === undefined || existsSync(file) ? [] : [relative(root, file)];
});
if (missing.length > 0) {
  refuse(missing.map((file) => `${file} is missing. Restore it: git checkout HEAD -- ${file}`));
}
const compared = [...compareDocument(), ...compareApis()];
const versioned = [...packages.map(({ name }) => name), '@partner-rating/python'];
const unknown = changesets.flatMap(({ id, releases }) =>
  releases
    .filter(({ name }) => !versioned.includes(name))
    .map(({ name }) => `.changeset/${id}.md names ${name}, which has no version.`),
);
if (unknown.length > 0) refuse(unknown);
const errors = [...compared.flatMap(({ error }) => error ?? []), ...smallBreakingBumps()];
if (errors.length > 0) refuse(errors);
const summary = compared.map(({ text }) => text).join(', ') || 'nothing was released yet';
process.stdout.write(`${changesets.length} changesets are in order; ${summary}.\n`);

interface Comparison {
  text: string;
  error?: string | undefined;
}

function compareDocument(): Comparison[] {
  const spec = released.find(({ name }) => name === '@partner-rating/spec');
  if (spec === undefined) return [];
  const [base = '', revision = ''] = [
    releasedFile(spec) ?? '',
    join(spec.folder, documentFile),
  ].map((file) => readFileSync(file, 'utf8'));
  const today = new Date().toISOString().slice(0, 10);
  const found = documentChanges(root, base, revision, today);
  const text = `the document asks for ${found.bump ?? 'no'} bump`;
  if (found.refusals.length > 0) return [{ text, error: withoutNotice(found.refusals) }];
  if (found.bump === undefined) return [{ text }];
  // A breaking change or a new part also changes the types of packages that are generated from the document.
  const madeFromIt = ['@partner-rating/client', '@partner-rating/server'];
  const changed = released.filter(
    ({ name }) => name === spec.name || (found.bump !== 'patch' && madeFromIt.includes(name)),
  );
  const lines = describeChanges(found, found.bump);
  return [{ text, error: errorOf('The document', found.bump, lines, changed) }];
}

function compareApis(): Comparison[] {
  return released.flatMap((one) => {
    if (!one.isLibrary) return [];
    const { bump, lines } = apiChanges(releasedFile(one) ?? '', join(one.folder, apiReport));
    if (bump === undefined) return [];
    const text = `the API of ${one.name} asks for ${bump} bump`;
    return [{ text, error: errorOf(`The public API of ${one.name}`, bump, lines, [one]) }];
  });
}

/** Returns an error for each package whose bump hides a breaking change from its users. */
function smallBreakingBumps(): string[] {
  return changesets
    .filter(({ summary }) => summary.includes('**Breaking'))
    .flatMap(({ id, releases }) =>
      releases.flatMap(({ name, type }) => {
        if (type === 'none' || type === 'major') return [];
        return `.changeset/${id}.md says **Breaking**, but gives ${name} only a ${type} bump. Write major. If the change does not break ${name}, describe it in another changeset, without **Breaking**.`;
      }),
    );
}

function withoutNotice(refusals: string[]): string {
  return [
    'The document lost parts without notice, or before their sunset. No changeset helps:',
    ...refusals.map((refusal) => `  - ${refusal}`),
    'Put them back, mark them deprecated with their dates (docs/recipes/deprecate.md), and remove them after their sunset.',
  ].join('\n');
}

/** Returns an error that lists the changed packages that need a changeset, or a larger bump. */
function errorOf(
  subject: string,
  bump: Bump,
  lines: string[],
  changed: PublishedPackage[],
): string | undefined {
  const flags = changed.flatMap(({ name }) => {
    const pending = changesets
      .filter(({ summary }) => bump !== 'major' || summary.includes('**Breaking'))
      .flatMap(({ releases }) => releases.filter((release) => release.name === name))
      .map(({ type }) => type);
    return isEnough(pending, bump) ? [] : [`--${bump} ${name}`];
  });
  if (flags.length === 0) return undefined;
  const more = lines.length > maxLines ? [`  - and ${lines.length - maxLines} more`] : [];
  return [
    `${subject} differs from the released one in a way that ${effects[bump]}, and the pending changesets promise less:`,
    ...lines.slice(0, maxLines).map((line) => `  - ${line}`),
    ...more,
    bump === 'major'
      ? 'Undo it, deprecate it instead (docs/recipes/deprecate.md), or say in a changeset with **Breaking** what callers must change:'
      : 'Say in a changeset what is new:',
    `  npx -y pnpm@12 changeset add ${flags.join(' ')} --message "${bump === 'major' ? '**Breaking:** ' : ''}…"`,
  ].join('\n');
}

function refuse(errors: string[]): never {
  process.stderr.write(`${errors.join('\n\n')}\n`);
  process.exit(1);
}
