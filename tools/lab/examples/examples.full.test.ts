import { beforeAll, describe, expect, test } from 'vitest';
import { errorsIn, howToFix, skipped } from './check-example.ts';
import { readExamples } from './example-files.ts';
import { type Recording, recordExamples } from './record-examples.ts';

const examples = readExamples();

let recording: Recording;
beforeAll(async () => {
  recording = await recordExamples();
});

describe('the service returns the example', () => {
  test.each([...examples])('%s', (name, example) => {
    expect(errorsIn(recording, name, example), howToFix).toEqual([]);
  });
});

test('skipped examples exist, and the service returns none of them', () => {
  const reasons = Object.keys(skipped);
  expect(reasons.filter((name) => recording.recorded.has(name) || !examples.has(name))).toEqual([]);
});
