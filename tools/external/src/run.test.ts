import { expect, test } from 'vitest';
import { renderTable } from './page.ts';
import type { Program } from './program.ts';
import { run } from './run.ts';
import type { Stage } from './stage.ts';

const program = (name: string, ...steps: [text: string, act: () => void][]): Program => ({
  name,
  version: () => '1.2.3',
  async drive(_, step) {
    for (const [text, act] of steps) await step(text, act);
  },
});
const fail = () => {
  throw new Error('no answer');
};

test('the table says what each program did, and where it failed', async () => {
  const stage = {} as Stage;
  const results = [
    await run(program('first', ['connects', () => {}], ['reads', () => {}]), stage),
    await run(program('second', ['connects', () => {}], ['reads', fail]), stage),
  ];
  expect(results[1]?.failure).toEqual({ step: 'reads', error: new Error('no answer') });
  expect(renderTable(results).split('\n').slice(2)).toEqual([
    '| `first` | 1.2.3 | connects; reads | passed |',
    '| `second` | 1.2.3 | connects | **failed**: reads |',
    '',
  ]);
});
