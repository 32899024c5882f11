import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const module = JSON.stringify(join(import.meta.dirname, 'takes-no-arguments.ts'));
const program = `
  const { takesNoArguments } = await import(${module});
  takesNoArguments('It greets.');
  process.stdout.write('Hello.');
`;
const run = (...words: string[]) =>
  spawnSync('node', ['--input-type=module', '--eval', program, 'program', ...words], {
    encoding: 'utf8',
  });

describe('a command that takes no arguments', () => {
  it('runs without one', () => {
    expect(run()).toMatchObject({ status: 0, stdout: 'Hello.', stderr: '' });
  });

  it('only says what it does with --help', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: 'It greets.\n', stderr: '' });
  });

  it('does nothing with another', () => {
    expect(run('--dry-run')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'It takes no --dry-run. It greets.\n',
    });
  });
});
