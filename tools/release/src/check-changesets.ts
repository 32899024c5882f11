// Part of `pnpm test`: the pending changesets say whom they speak to, and promise no less than the
// document and the public API of each package changed since the last release.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readChangesets } from '@changesets/read';
import { apiBump, apiChanges, describeApiChanges, reportFile } from './api-changes.ts';
import { labelFaults, labels } from './changeset-labels.ts';
import { type Bump, describeChanges, documentChanges } from './document-changes.ts';
import { bumpBetween, type LastRelease, lastRelease } from './last-release.ts';
import { neededByDocument, type PackageBelow, packagesBelow } from './min-bump.ts';
import { publishedPackages } from './published-packages.ts';
import { takesNoArguments } from './takes-no-arguments.ts';

takesNoArguments('Holds the pending changesets against what changed since the last release.');

const root = resolve(import.meta.dirname, '../../..');
const changesets = await readChangesets(root).catch(({ message }: Error) => refuse([message]));
const faults = changesets.flatMap(({ id, summary, releases }) => {
  const names = releases.map(({ name }) => name);
  return labelFaults(summary, names).map((fault) => `.changeset/${id}.md: ${fault}`);
});

const releases = publishedPackages(root).flatMap((one) => {
  const last = orRefuse(() => lastRelease(root, one));
  return last === undefined ? [] : [[one, last] as const];
});
const versions = new Map(
  releases.map(([{ name, version }, last]) => [
    name,
    { version: last.version, grown: bumpBetween(last.version, version) },
  ]),
);
const compared = [...documentFaults(), ...(await apiFaults())];
faults.push(...compared.flatMap(({ fault }) => fault ?? []));
if (faults.length > 0) refuse(faults);
const summary = compared.map(({ text }) => text).join(', ') || 'nothing was released yet';
process.stdout.write(`${changesets.length} changesets are in order; ${summary}.\n`);

interface Comparison {
  text: string;
  fault?: string | undefined;
}

function documentFaults(): Comparison[] {
  const last = releases.find(([{ name }]) => name === '@partner-rating/spec')?.[1];
  if (last === undefined) return [];
  const current = readFileSync(join(root, 'spec/dist/openapi.yaml'), 'utf8');
  const today = new Date().toISOString().slice(0, 10);
  const found = documentChanges(root, read(last, 'openapi.yaml'), current, today);
  const text = `the document asks for ${asked(found.bump)}`;
  if (found.refusals.length > 0) return [{ text, fault: withoutNotice(found.refusals) }];
  if (found.bump === undefined) return [{ text }];
  const below = packagesBelow(neededByDocument(found.bump), changesets, versions);
  if (below.length === 0) return [{ text }];
  const names = below.map(({ name, needed }) => `${name} (${needed})`).join(', ');
  const begin = `The document differs from the released one in what asks for a ${found.bump} changeset, and the pending ones promise less for ${names}:`;
  return [{ text, fault: refusal(begin, found.bump, describeChanges(found, found.bump), below) }];
}

async function apiFaults(): Promise<Comparison[]> {
  const packages = releases.filter(([{ isLibrary }]) => isLibrary);
  const found = await apiChanges(packages).catch(({ message }: Error) => refuse([message]));
  return found.map(({ name, changes }) => {
    const bump = apiBump(changes);
    const text = `the API of ${name} for ${asked(bump)}`;
    if (bump === undefined) return { text };
    const below = packagesBelow(new Map([[name, bump]]), changesets, versions);
    if (below.length === 0) return { text };
    const begin = `The public API of ${name} (${reportFile}) differs from that of ${versions.get(name)?.version} in what asks for a ${bump} changeset, and the pending ones promise less:`;
    return { text, fault: refusal(begin, bump, describeApiChanges(changes, bump), below) };
  });
}

function withoutNotice(refusals: string[]): string {
  return [
    'The document lost what partners were not given notice of, or not long enough; no changeset helps:',
    ...refusals.map((refusal) => `  - ${refusal}`),
    'Put it back, mark it deprecated with its dates (docs/recipes/deprecate.md), and remove it after its sunset.',
  ].join('\n');
}

function asked(bump: Bump | undefined): string {
  return bump === undefined ? 'no bump' : `a ${bump} bump`;
}

function refusal(begin: string, bump: Bump, changes: string[], below: PackageBelow[]): string {
  const flags = below.map(({ name, needed }) => `--${needed} ${name}`).join(' ');
  const [only] = below.length === 1 ? below : [];
  const isOfDocument = below.some(({ name }) => name === '@partner-rating/spec');
  const own = Object.keys(labels).find((label) => label !== 'Wire' && labels[label] === only?.name);
  return [
    begin,
    ...changes.map((change) => `  - ${change}`),
    ...(bump === 'major'
      ? [
          'Take it back, deprecate it instead (docs/recipes/deprecate.md), or say in a changeset what partners must change:',
        ]
      : ['Say in a changeset what is new:']),
    `  npx -y pnpm@12 changeset add ${flags} --message "${isOfDocument ? 'Wire' : (own ?? 'Wire')}: …"`,
  ].join('\n');
}

function read(last: LastRelease, file: string): string {
  return orRefuse(() => last.read(file));
}

function orRefuse<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return refuse([(error as Error).message]);
  }
}

function refuse(faults: string[]): never {
  process.stderr.write(`${faults.join('\n\n')}\n`);
  process.exit(1);
}
