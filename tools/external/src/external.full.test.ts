import { afterAll, beforeAll, expect, test } from 'vitest';
import { programs } from './programs.ts';
import { run } from './run.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

test.each(programs.filter(({ needs }) => needs === undefined))(
  '$name drives the service',
  async (program) => {
    const { failure } = await run(program, stage);
    expect(failure).toBeNull();
  },
);
