import { Command } from 'commander';
import { expect, it, onTestFinished, vi } from 'vitest';
import { complete } from './complete.ts';

it('the completion suggests the next words of the document, one on each line', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
  onTestFinished(() => log.mockRestore());
  const program = new Command('partner-rating-service');
  program.command('start').description('Run the service.');
  program.command('operator').argument('[command...]');
  const suggested = async (...words: string[]) => {
    lines.length = 0;
    await complete(program, ['complete', '--', ...words]);
    expect(lines.at(-1)).toMatch(/^:\d+$/);
    return lines.slice(0, -1);
  };
  expect(await suggested('operator', 'ratings', 'rebuild', '--')).toEqual([
    '--dry-run\tonly show which ratings would change and how far. Change nothing',
    expect.stringMatching(/^--report\t/),
    expect.stringMatching(/^--json\t/),
    expect.stringMatching(/^--help\t/),
  ]);
  const partner = await suggested('operator', 'partner', '');
  expect(partner.map((line) => line.split('\t')[0])).toEqual(
    expect.arrayContaining(['list', 'create', 'key']),
  );
  const edit = await suggested('operator', 'partner', 'edit', 'courtside-club', '--');
  expect(edit.filter((line) => !/^--[a-z-]+\t\S/.test(line))).toEqual([]);
  expect(await suggested('st')).toEqual(['start\tRun the service.']);
});
