import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { expect, it, onTestFinished } from 'vitest';
import { describeSurvivor, scoreOf } from './score.ts';

const mutant = (status: MutantResult['status'], fileName = 'ranks.ts'): MutantResult => ({
  ...{ id: status, fileName, mutatorName: 'ConditionalExpression', replacement: 'true', status },
  location: { start: { line: 2, column: 5 }, end: { line: 2, column: 10 } },
});

it('is the share of mutants that a test found or that hung', () => {
  const survived = mutant('Survived');
  const score = scoreOf([mutant('Killed'), mutant('Timeout'), survived, mutant('Ignored')]);
  expect(score).toEqual({ killed: 2, survivors: [survived], percent: 200 / 3 });
});

it('is 100% if nothing can be mutated', () => {
  expect(scoreOf([]).percent).toBe(100);
});

it('shows a surviving mutant with its place, the original code, and the changed code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-rating-mutant-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ranks.ts');
  writeFileSync(file, 'one\nif (a > b) {\n');
  expect(describeSurvivor(mutant('NoCoverage', file))).toMatch(
    /ranks\.ts:2:5 {2}a > b {2}→ {2}true \(no test runs it\)$/,
  );
});
