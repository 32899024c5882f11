import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsHelp, settingsTable } from './help.ts';
import { settings } from './platform/configuration/settings.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

describe('start --help', () => {
  it('names every setting with its default and meaning', () => {
    for (const { variable, defaultValue, description } of Object.values(settings)) {
      expect(settingsHelp()).toContain(
        `  ${variable}${defaultValue === '' ? '' : ` [${defaultValue}]`}\n`,
      );
      expect(settingsHelp()).toContain(description);
    }
  });
});

describe('the README', () => {
  it('has the same settings in its table', () => {
    const table = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(readme)?.[1];
    expect(table).toBe(settingsTable());
  });

  it('stays under 150 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(150);
  });
});
