/**
 * Compares the stubs' validation of a batch of 100 matches with `JSON.parse`.
 */
import { reportFigure } from '@partner-rating/figures';
import type { ErrorItem } from '../src/index.ts';
import { bodyCheck } from '../src/request/body-check.ts';
import { mayContainInvalidText } from '../src/request/json-body.ts';
import { addTextErrors } from '../src/request/text.ts';
import { batchOf } from './batch.ts';
import { median } from './median.ts';

const isShort = process.argv.includes('--short');
const rounds = isShort ? 3 : 300;
const batchesPerRound = 20;
const text = JSON.stringify(batchOf(100));
const check = bodyCheck({ $ref: '#/components/schemas/MatchBatch' });

function validate(batch: unknown): void {
  const errors: ErrorItem[] = [];
  if (mayContainInvalidText(text)) addTextErrors(batch, errors);
  check(batch, errors);
  if (errors.length > 0) throw new Error(`The batch should be valid: ${JSON.stringify(errors)}`);
}

const parsing: number[] = [];
const validating: number[] = [];
// The same number of warm-up rounds, because the optimizer starts late on a busy machine.
for (let round = -rounds; round < rounds; round += 1) {
  const start = performance.now();
  const batches = Array.from({ length: batchesPerRound }, () => JSON.parse(text) as unknown);
  const parsed = performance.now();
  for (const batch of batches) validate(batch);
  const validated = performance.now();
  if (round < 0) continue;
  parsing.push(parsed - start);
  validating.push(validated - parsed);
}
const ratio = median(validating) / median(parsing);
reportFigure(
  { name: 'batch of 100 matches: validation / JSON.parse', value: ratio, goal: { atMost: 0.18 } },
  { benchmark: 'validation', isShort },
);
