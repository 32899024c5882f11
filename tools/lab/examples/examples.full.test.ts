import { beforeAll, describe, expect, test } from 'vitest';
import { errorsIn, howToFix } from './errors.ts';
import { readExamples } from './example-files.ts';
import { type Recording, recordExamples } from './record-examples.ts';
import { skipped } from './skipped.ts';

const examples = readExamples();

let recording: Recording;
beforeAll(async () => {
  recording = await recordExamples();
});

describe('the service gives the example', () => {
  test.each([...examples])('%s', (name, example) => {
    expect(errorsIn(recording, name, example), howToFix).toEqual([]);
  });
});

test('no example is said to be impossible that the service gives, or that is not there', () => {
  const reasons = Object.keys(skipped);
  expect(reasons.filter((name) => recording.recorded.has(name) || !examples.has(name))).toEqual([]);
});
