import { beforeAll, describe, expect, test } from 'vitest';
import { readExamples } from './example-files.ts';
import { faultsIn, howToMend } from './faults.ts';
import { notTold } from './not-told.ts';
import { type Story, tellStory } from './story.ts';

const examples = readExamples();

let story: Story;
beforeAll(async () => {
  story = await tellStory();
}, 300_000);

describe('the service gives the example', () => {
  test.each([...examples])('%s', (name, example) => {
    expect(faultsIn(story, name, example), howToMend).toEqual([]);
  });
});

test('no example is said to be impossible that the service gives, or that is not there', () => {
  const reasons = Object.keys(notTold);
  expect(reasons.filter((name) => story.told.has(name) || !examples.has(name))).toEqual([]);
});
