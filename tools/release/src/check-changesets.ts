// Part of `pnpm test`: the pending changesets say whom they speak to, and promise no less than the
// document changed since its last release.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readChangesets } from '@changesets/read';
import { labelFaults } from './changeset-labels.ts';
import { type Bump, describeChanges, documentChanges } from './document-changes.ts';
import { type PackageBelow, packagesBelow } from './min-bump.ts';
import { publishedPackages } from './published-packages.ts';
import { takesNoArguments } from './takes-no-arguments.ts';

takesNoArguments('Holds the pending changesets against what changed since the last release.');

const root = resolve(import.meta.dirname, '../../..');
// Written with each release and committed, so that the check needs neither history nor network.
const released = join(root, 'spec/released/openapi.yaml');
const changesets = await readChangesets(root).catch(({ message }: Error) => refuse([message]));
const faults: string[] = [];

for (const { id, summary, releases } of changesets) {
  const names = releases.map(({ name }) => name);
  faults.push(...labelFaults(summary, names).map((fault) => `.changeset/${id}.md: ${fault}`));
}

let compared = 'the document was not released yet';
if (existsSync(released)) {
  const changes = documentChanges(root, released, join(root, 'spec/dist/openapi.yaml'));
  compared = `the document asks for ${changes.bump === undefined ? 'no' : `a ${changes.bump}`} bump`;
  if (changes.bump !== undefined) {
    const versions = publishedPackages(root).map(({ name, version }) => [name, version]);
    const below = packagesBelow(changes.bump, changesets, Object.fromEntries(versions));
    if (below.length > 0)
      faults.push(refusal(changes.bump, describeChanges(changes, changes.bump), below));
  }
}

if (faults.length > 0) refuse(faults);
process.stdout.write(`${changesets.length} changesets are in order; ${compared}.\n`);

function refuse(faults: string[]): never {
  process.stderr.write(`${faults.join('\n\n')}\n`);
  process.exit(1);
}

function refusal(bump: Bump, changes: string[], below: PackageBelow[]): string {
  const names = below.map(({ name, needed }) => `${name} (${needed})`).join(', ');
  const flags = below.map(({ name, needed }) => `--${needed} ${name}`).join(' ');
  return [
    `The document differs from the released one in what asks for a ${bump} changeset, and the pending ones promise less for ${names}:`,
    ...changes.map((change) => `  - ${change}`),
    ...(bump === 'major'
      ? [
          'That breaks programs which work today. Rather keep what is there, mark it deprecated and add the new beside it (CONTRIBUTING.md, "Deprecate"). If it must be,',
          `add a ${bump} changeset that says to partners what to do:`,
        ]
      : ['Say in a changeset what is new:']),
    `  npx -y pnpm@12 changeset add ${flags} --message "Wire: …"`,
  ].join('\n');
}
