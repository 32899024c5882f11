import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { codeSamples } from './code-samples.ts';
import { referenceMarkdown } from './reference-markdown.ts';
import { partnerReference } from './references.ts';

const markdown = referenceMarkdown(partnerReference);
/** The language of the fence below each heading of that name. */
const fencesBelow = (label: string) =>
  [...markdown.matchAll(/^### In (.+)\n\n```(.*)\n/gm)]
    .filter(([, heading]) => heading === label)
    .map(([, , language]) => language);

testRows([
  ['curl', 'sh'],
  ['TypeScript', 'ts'],
  ['Python', 'python'],
])('every sample is marked as of its language', (label, language) => {
  const labels = contract
    .operations()
    .flatMap(codeSamples)
    .map((sample) => sample.label);
  const count = labels.filter((each) => each === label).length;
  expect(count).toBeGreaterThan(10);
  expect(fencesBelow(label)).toEqual(Array.from({ length: count }, () => language));
});

it('all samples are in these languages', () => {
  const labels = contract
    .operations()
    .flatMap(codeSamples)
    .map(({ label }) => label);
  expect(new Set(labels)).toEqual(new Set(['TypeScript', 'Python', 'curl']));
});
