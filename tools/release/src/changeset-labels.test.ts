import { describe, expect, it } from 'vitest';
import { labelFaults, labelledParts } from './changeset-labels.ts';

const spec = '@partner-rating/spec';
const client = '@partner-rating/client';

describe('the parts of a changeset', () => {
  it('reach from one label to the next, over paragraphs', () => {
    const summary = 'Wire: One.\n\nTwo, with Client: inside.\n\nClient: Three.\n';
    expect(labelledParts(summary)).toEqual([
      { label: 'Wire', text: 'One.\n\nTwo, with Client: inside.' },
      { label: 'Client', text: 'Three.' },
    ]);
  });

  it('without a label are kept', () => {
    expect(labelledParts('Once.\n\nWire: Twice.').map(({ label }) => label)).toEqual(['', 'Wire']);
  });
});

describe('a changeset is refused', () => {
  it.each([
    ['that begins without a label', 'A new field.', [client], 'begins without a label'],
    ['that speaks of the wire without naming the contract', 'Wire: New.', [client], spec],
    ['that names the contract without a word on it', 'Client: New.', [spec, client], '`Contract:`'],
    ['that speaks of a package it does not name', 'Wire: New.\n\nClient: Too.', [spec], client],
    ['that names a package there is not', 'Wire: New.', [spec, '@partner-rating/cilent'], 'cilent'],
    ['that names a package without a word on it', 'Server: New.', [client], '`Client:`'],
  ])('%s', (_, summary, packages, message) => {
    expect(labelFaults(summary, packages).join('\n')).toContain(message);
  });
});

describe('a changeset is taken', () => {
  it.each([
    ['that speaks of one package', 'Client: Faster.', [client]],
    ['whose change on the wire is one of the client too', 'Wire: New.', [spec, client]],
    ['with a part for each', 'Wire: New.\n\nClient: Faster.', [spec, client]],
    ['of what only readers of the contract see', 'Contract: More examples.', [spec]],
    ['that releases nothing', '', []],
  ])('%s', (_, summary, packages) => {
    expect(labelFaults(summary, packages)).toEqual([]);
  });
});
